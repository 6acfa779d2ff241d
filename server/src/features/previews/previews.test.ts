import { updatePost } from '@afterhours/contract/posts/posts';
import { previewCommunity } from '@afterhours/contract/previews';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { addBuiltPage } from '#testing/files/built-page.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL: 'https://after.example' }, addBuiltPage);
});
beforeEach(async () => {
  ana = await buildMember(app, { firstName: 'Ana', lastName: 'Lima' });
});
afterAll(() => app.close());

const load = (url: string) => app.http.inject({ url });

/** Returns the path of the preview picture that a page links to. */
async function pictureOf(page: string): Promise<string> {
  const { body } = await load(page);
  const found = /property="og:image" content="https:\/\/after\.example([^"]+)"/.exec(body)?.[1];
  return (found ?? '').replaceAll('&#38;', '&').replaceAll('&amp;', '&');
}

describe('The preview picture of a page without a photo', () => {
  it.each([
    ['a post', async () => `/p/${(await buildPost(app, ana, { description: 'Glazing at night' }))._id}`],
    ['a profile', async () => `/@${ana.user.username}`],
    [
      'a hashtag',
      async () => {
        await buildPost(app, ana, { description: '#ceramics' });
        return '/tags/ceramics';
      },
    ],
    ['the front page', async () => '/'],
    ['the jobs', async () => '/jobs'],
    ['the webinars', async () => '/webinars'],
  ])('of %s is drawn in 1200 by 630 pixels and at most 150 KB', async (_name, page) => {
    const picture = await load(await pictureOf(await page()));
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 });
    expect(picture.rawPayload.length).toBeLessThan(150_000);
  });

  it('has another URL after an edit', async () => {
    const { _id } = await buildPost(app, ana, { description: 'Before' });
    const before = await pictureOf(`/p/${_id}`);
    await app.call(updatePost, { token: ana.token, body: { _id, description: 'After' } });
    const after = await pictureOf(`/p/${_id}`);
    expect(after).not.toBe(before);
    expect(after.replace(/\?.*/, '')).toBe(before.replace(/\?.*/, ''));
  });

  it('shows only the community’s name when the fonts cannot draw the text', async () => {
    const alone = (await load(`/api${previewCommunity.path}`)).rawPayload;
    for (const description of ['שלום עולם', 'مرحبا بالعالم', '你好', '🚀🚀']) {
      const { _id } = await buildPost(app, ana, { description });
      expect((await load(`/api/previews/posts/${_id}`)).rawPayload.equals(alone)).toBe(true);
    }
    const { _id } = await buildPost(app, ana, { description: 'Łódź 🚀' });
    expect((await load(`/api/previews/posts/${_id}`)).rawPayload.equals(alone)).toBe(false);
  });

  it('gets the same 404 for posts that guests cannot see and for what does not exist', async () => {
    const closed = await buildPost(app, ana, { visibility: 'members' });
    const addresses = [
      `/api/previews/posts/${closed._id}`,
      `/api/previews/posts/${newId()}`,
      '/api/previews/posts/nothing',
      '/api/previews/members/nobody_at_all',
      '/api/previews/tags/nobodyusesthis',
      '/api/previews/tags/%00',
    ];
    const responses = await Promise.all(addresses.map(load));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(addresses.map(() => 404));
    expect(new Set(responses.map(({ json }) => JSON.stringify(json()))).size).toBe(1);
  });

  it('is drawn once for concurrent requests', async () => {
    const { _id } = await buildPost(app, ana, { description: `Many ${newId()}` });
    const responses = await Promise.all(Array.from({ length: 60 }, () => load(`/api/previews/posts/${_id}`)));
    // The process for pictures accepts at most 41 orders: without the cache, some would be rejected.
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });
});
