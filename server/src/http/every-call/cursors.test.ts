import type { RouteDefinition } from '@afterhours/contract/base/route';
import { createHashtag, listHashtags } from '@afterhours/contract/posts/hashtags';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPagedRoutes } from '#testing/calls/contract-routes.ts';
import type { TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const lists = await listPagedRoutes();

/** The names and key lengths of lists with cursors. */
const keys: [string, number][] = [
  ['popular', 4],
  ['top', 4],
  ['latest', 1],
  ['bookmarked', 1],
  ['likes', 2],
  ['comments', 1],
  ['followers', 1],
  ['followings', 1],
  ['hashtags', 2],
  ['recommended', 3],
  ['colleagues', 3],
  ['notifications', 2],
];
const id = '01a1fe0b-1345-70de-9139-23416f5fc456';
const odd = [null, true, -1, 1.5, 1e300, 99_999_999_999, 'abc', 'infinity', '2026-13-45T00:00:00Z', id, {}, [1], 'a\0'];
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

let app: TestApp;
let ana: TestMember;
let postId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildStaff(app, 'owner');
  postId = (await buildPost(app, ana))._id;
});
afterAll(() => app.close());

async function read(route: RouteDefinition, cursor: string): Promise<number> {
  const response = await app.call(route, {
    token: ana.token,
    params: { post_id: postId, id: postId },
    query: { cursor },
    ...(route.body ? { body: { post_id: postId } } : {}),
  });
  return response.status;
}

describe('A forged cursor', () => {
  it.each(lists)('is rejected by %s, or continued from, and never causes a server error', async (_path, route) => {
    for (const [name, length] of keys) {
      for (const value of odd) {
        for (let position = 0; position < length; position++) {
          const key = Array.from({ length }, (_, index) => (index === position ? value : id));
          expect([200, 422], `${name} ${JSON.stringify(key)}`).toContain(await read(route, encode([name, ...key])));
        }
      }
    }
  });

  it('is rejected if a part has the wrong type, whatever the database would make of it', async () => {
    await app.call(createHashtag, { token: ana.token, body: { title: 'cursor' } });
    for (const key of [
      ['5', 'cursor'],
      [5, null],
      [5, { slug: 'cursor' }],
      [99_999_999_999, 'cursor'],
    ]) {
      const cursor = encode(['hashtags', ...key]);
      expect(await app.call(listHashtags, { token: ana.token, query: { cursor } })).toMatchObject({
        status: 422,
        errors: [{ field: 'cursor' }],
      });
    }
    const sound = encode(['hashtags', 5, 'cursor']);
    expect(await app.call(listHashtags, { token: ana.token, query: { cursor: sound } })).toMatchObject({ ok: true });
  });
});
