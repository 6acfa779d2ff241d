import { uploadPostFiles } from '@afterhours/contract/uploads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ FILES_BY_PROXY: '/stored-files' });
});
afterAll(() => app.close());

describe('A file served by the proxy', () => {
  it('is redirected to the proxy with its headers, and not sent by the server', async () => {
    const response = await app.http.inject('/api/uploads/post/abc-640.webp');
    expect(response).toMatchObject({ statusCode: 200, body: '' });
    expect(response.headers).toMatchObject({
      'x-accel-redirect': '/stored-files/post/abc-640.webp',
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: '"abc-640.webp"',
    });
  });

  it('is redirected to the folder that contains it, for either URL', async () => {
    const { token } = await buildMember(app);
    const form = buildForm({ folder: 'post' }, [{ field: 'file', name: 'a.jpg', bytes: await buildJpeg(400, 300) }]);
    const uploaded = await succeed(app.call(uploadPostFiles, { token, form }));
    const small = uploaded.body.filename.replace('.jpg', '-320.webp');
    for (const folder of ['demo', 'post'])
      expect((await app.http.inject(`/api/uploads/${folder}/${small}`)).headers).toMatchObject({
        'x-accel-redirect': `/stored-files/post/${small}`,
      });
  });

  it('is not redirected if it is private or unknown', async () => {
    for (const address of [
      '/api/uploads/message/abc.jpg',
      '/api/uploads/post/abc.exe',
      '/api/uploads/other/abc.webp',
    ]) {
      const response = await app.http.inject(address);
      expect(response.statusCode).toBe(404);
      expect(response.headers).not.toHaveProperty('x-accel-redirect');
    }
  });
});
