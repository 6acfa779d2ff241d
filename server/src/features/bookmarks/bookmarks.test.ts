import { listFeed, listNetworkPosts, listTopRated, listUserPosts } from '@afterhours/contract/feed';
import { createBookmark, deleteBookmark } from '@afterhours/contract/posts/bookmarks';
import { deletePost, getPost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const UNKNOWN_ID = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [ana, ben] = await buildMembers(app, 2);
});
afterAll(() => app.close());

const bookmark = (postId: string, member = ana) =>
  app.call(createBookmark, { token: member.token, body: { post_id: postId } });

async function mark(postId: string, member = ana): Promise<string> {
  return (await succeed(bookmark(postId, member))).body._id;
}

describe('A bookmark', () => {
  it('is created once, even by repeated and concurrent calls, and is visible to its owner alone', async () => {
    const post = await buildPost(app, ben);
    const responses = await Promise.all(Array.from({ length: 12 }, () => bookmark(post._id)));
    const ids = new Set(responses.map((response) => (response.ok ? response.body._id : response.message)));
    expect(ids.size).toBe(1);
    const [id] = ids;
    expect(responses[0]).toMatchObject({ ok: true, message: 'Bookmark added.', body: { _id: id, post_id: post._id } });
    const read = (member: TestMember) => app.call(getPost, { token: member.token, params: { id: post._id } });
    expect(await read(ana)).toMatchObject({ body: { bookmark: { _id: id } } });
    expect(await read(ben)).toMatchObject({ body: { bookmark: null } });
  });

  it('can be removed only by its owner', async () => {
    const post = await buildPost(app, ben);
    const bookmarkId = await mark(post._id);
    const remove = (member: TestMember) => app.call(deleteBookmark, { token: member.token, params: { bookmarkId } });
    expect(await remove(ben)).toMatchObject({ status: 404, message: 'This bookmark no longer exists.' });
    expect(await remove(ana)).toMatchObject({ ok: true, body: { _id: bookmarkId, post_id: post._id } });
    expect(await remove(ana)).toMatchObject({ status: 404 });
    expect(await app.call(deleteBookmark, { params: { bookmarkId } })).toMatchObject({ status: 401 });
  });

  it('is refused for a post that does not exist, even if it is deleted at the same moment', async () => {
    expect(await bookmark(UNKNOWN_ID)).toMatchObject({ status: 404, message: 'This post is no longer available.' });
    expect(await bookmark('nonsense')).toMatchObject({ status: 422, errors: [{ field: 'post_id' }] });
    expect(await app.call(createBookmark, { body: { post_id: UNKNOWN_ID } })).toMatchObject({ status: 401 });
    const post = await buildPost(app, ben);
    const racing = Array.from({ length: 8 }, () => bookmark(post._id));
    const deleted = app.call(deletePost, { token: ben.token, params: { id: post._id } });
    for (const response of await Promise.all([...racing, deleted])) expect([200, 404]).toContain(response.status);
  });
});

describe('The list of bookmarked posts', () => {
  it("contains the member's own bookmarks, newest first, page by page, in every kind of list", async () => {
    const viewer = await buildMember(app);
    const posts = [];
    for (let count = 0; count < 5; count++) posts.push(await buildPost(app, ben));
    const order = [posts[3]!, posts[0]!, posts[4]!];
    for (const post of order) await mark(post._id, viewer);
    await mark(posts[1]!._id, ana);
    const expected = order.map((post) => post._id).reverse();
    for (const route of [listFeed, listTopRated, listUserPosts]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof app.call<typeof listFeed>>> = await app.call(route as typeof listFeed, {
          token: viewer.token,
          query: { bookmark: 'true' as const, limit: '2', userId: ben.id, ...(cursor ? { cursor } : {}) },
        });
        if (!page.ok) throw new Error(page.message);
        seen.push(...page.body.map((post) => post._id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual(expected);
    }
    const query = { bookmark: 'true' } as const;
    expect(await app.call(listNetworkPosts, { token: viewer.token, query })).toMatchObject({ body: [] });
    expect(await app.call(listUserPosts, { query: { ...query, userId: ben.id } })).toMatchObject({ body: [] });
  });
});
