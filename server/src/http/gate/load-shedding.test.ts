import { getProfile } from '@afterhours/contract/account/account';
import { createMute } from '@afterhours/contract/mutes';
import { getPost } from '@afterhours/contract/posts/posts';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { shedLoad } from './load-shedding.ts';

const started: TestApp[] = [];
afterEach(() => Promise.all(started.splice(0).map((app) => app.close())));

async function start(settings: Record<string, string>): Promise<TestApp> {
  const app = await buildTestApp(settings);
  started.push(app);
  return app;
}

describe('A server under more load than it can carry', () => {
  it('serves some callers, tells the others at once to retry, and then recovers', async () => {
    const app = await start({ MAX_RUNNING_CALLS: '2' });
    const ana = await buildMember(app);
    const { _id: id } = await buildPost(app, ana);
    const readPost = () => app.call(getPost, { token: ana.token, params: { id } });
    const holder = await app.database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE posts');
    const served = [readPost(), readPost()];
    const running = async () => /^http_calls_running (\d+)$/m.exec(await app.metrics.registry.metrics())?.[1];
    await expect.poll(running).toBe('2');
    const refused = await Promise.all([readPost(), readPost(), readPost()]);
    for (const response of refused) {
      expect(response).toMatchObject({ ok: false, status: 503 });
      expect(response.headers['retry-after']).toBe('1');
    }
    expect((await app.http.inject({ url: '/healthz' })).statusCode).toBe(200);
    await holder.query('COMMIT');
    holder.release();
    for (const response of await Promise.all(served)) expect(response.ok).toBe(true);
    expect(await running()).toBe('0');
    expect((await readPost()).ok).toBe(true);
    expect(await app.metrics.registry.metrics()).toMatch(/^http_calls_shed_total 3$/m);
  });
});

describe('A member with more calls than may run', () => {
  it('takes no place from others, because the calls that wait for their turn are not running', async () => {
    const app = await start({ MAX_RUNNING_CALLS: '4', RATE_LIMIT_FACTOR: '1' });
    const [ana, ben] = [await buildMember(app), await buildMember(app)];
    const holder = await app.database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE mutes');
    const mute = (value: string) => app.call(createMute, { token: ana.token, body: { kind: 'word', value } });
    const sent = Array.from({ length: 10 }, (_, at) => mute(`word${at}`));
    // As many calls wait as may run; those beyond are told to try again.
    expect(await Promise.race(sent)).toMatchObject({ status: 429 });
    const running = async () => /^http_calls_running (\d+)$/m.exec(await app.metrics.registry.metrics())?.[1];
    const [meanwhile, served] = [await running(), await app.call(getProfile, { token: ben.token })];
    await holder.query('COMMIT');
    holder.release();
    expect([meanwhile, served.status]).toEqual(['3', 200]);
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await running()).toBe('0');
  });
});

describe('A call for a file that is no longer there', () => {
  it('is not counted as running for ever', async () => {
    const http = Fastify();
    const load = shedLoad(http, 2);
    http.get('/removed.js', (_request, reply) => reply.callNotFound());
    for (const _time of [1, 2, 3]) expect((await http.inject({ url: '/removed.js' })).statusCode).toBe(404);
    expect(load).toMatchObject({ running: 0, refused: 0 });
  });
});

describe('An upload while the object store is away', () => {
  it('fails with a clear error, can be sent again, and leaves nothing half done', async () => {
    const s3 = {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'media',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
    const app = await start(s3);
    const ana = await buildMember(app);
    const form = buildForm({}, [{ field: 'image', name: 'one.jpg', bytes: await buildJpeg(40, 30) }]);
    const response = await app.call(uploadPostFiles, { token: ana.token, form });
    expect(response).toMatchObject({
      ok: false,
      status: 503,
      message: 'Files cannot be stored or read right now. Please try again in a moment.',
    });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(await app.database.db.selectFrom('uploads').select('id').execute()).toEqual([]);
  });
});
