import type { RouteDefinition } from '@afterhours/contract/base/route';
import { listFeed } from '@afterhours/contract/feed';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { createBookmark } from '@afterhours/contract/posts/bookmarks';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { likeComment, likePost } from '@afterhours/contract/posts/likes';
import { deletePost, getPost, type Post, updatePost } from '@afterhours/contract/posts/posts';
import { setRating } from '@afterhours/contract/posts/ratings';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { hydrate } from './hydrate.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let post: Post;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
  post = await buildPost(app, ana);
});
afterAll(() => app.close());

/** Returns the post on a member's page of newest posts, or undefined if it is not there. */
async function onPage(member: TestMember): Promise<Post | undefined> {
  const page = await succeed(app.call(listFeed, { token: member.token, query: { sort: 'latest' } }));
  return page.body.find((item) => item._id === post._id);
}

const act = (member: TestMember, route: RouteDefinition, body: object) =>
  succeed(app.call(route, { token: member.token, body }));

describe('A page of posts', () => {
  it('leaves out who likes the posts if nobody asks for it', async () => {
    await act(ben, likePost, { post_id: post._id, status: true });
    for (const [likes, ids] of [
      ['false', []],
      ['true', [ben.id]],
      ['', [ben.id]],
    ] as const) {
      const page = await app.call(listFeed, { token: ana.token, query: { sort: 'latest', likes } });
      const found = page.ok ? page.body.find((item) => item._id === post._id) : undefined;
      expect(found).toMatchObject({ likesCount: 1 });
      expect(found?.likes.map(({ likeuser }) => likeuser._id)).toEqual(ids);
    }
  });

  it('contains each post as getPost returns it to the same viewer', async () => {
    const comment = await buildComment(app, ben, post._id);
    await act(ben, likePost, { post_id: post._id, status: true });
    await act(ben, likeComment, { comment_id: comment._id, status: true });
    await act(ben, createBookmark, { post_id: post._id });
    await act(ben, setRating, { user_id: ana.id, _id: post._id, rating: 4 });
    for (const member of [ana, ben]) {
      const own = await app.call(getPost, { token: member.token, params: { id: post._id } });
      expect(await onPage(member)).toEqual(own.ok && own.body);
    }
    expect(await onPage(ben)).toMatchObject({ isLiked: true, ratingOfPost: 4, comments: [{ commentLiked: true }] });
    expect(await onPage(ana)).toMatchObject({ isLiked: false, ratingOfPost: 0, comments: [{ commentLiked: false }] });
  });

  it('shows members the result of their own action immediately', async () => {
    await onPage(ben);
    await act(ben, likePost, { post_id: post._id, status: true });
    expect(await onPage(ben)).toMatchObject({ likesCount: 1, isLiked: true, likes: [{ likeuser: { _id: ben.id } }] });
    await act(ben, setRating, { user_id: ana.id, _id: post._id, rating: 5 });
    expect(await onPage(ben)).toMatchObject({ ratingOfPost: 5, averageRating: 5 });
    const comment = await buildComment(app, ben, post._id);
    expect(await onPage(ben)).toMatchObject({ commentsCount: 1 });
    await act(ben, addEditComment, { post_id: post._id, comment_id: comment._id, comment: 'Better said' });
    expect(await onPage(ben)).toMatchObject({ comments: [{ comment: 'Better said' }] });
    await act(ana, updatePost, { _id: post._id, description: 'Another evening' });
    expect(await onPage(ana)).toMatchObject({ description: 'Another evening' });
    await act(ana, updateProfile, { firstName: 'Annika' });
    expect(await onPage(ana)).toMatchObject({ user: { firstName: 'Annika' } });
    await app.call(deletePost, { token: ana.token, params: { id: post._id } });
    expect(await onPage(ana)).toBeUndefined();
  });

  it('stays exact while many viewers load and change it', async () => {
    const callers = await Promise.all(Array.from({ length: 8 }, () => buildMember(app)));
    await Promise.all(
      callers.flatMap((member) => [
        onPage(member),
        act(member, likePost, { post_id: post._id, status: true }),
        onPage(member),
      ]),
    );
    for (const member of callers) expect(await onPage(member)).toMatchObject({ likesCount: 8, isLiked: true });
  });

  it('never caches the state before a change, even while several loads are pending', async () => {
    const release = Promise.withResolvers<void>();
    let read = Promise.withResolvers<void>();
    // Delays the rows.
    const readsNow = app.services.readsNow.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        read.resolve();
        await release.promise;
        return result;
      },
    });
    const services = { ...app.services, readsNow };
    const load = async () => (await hydrate(services, null, [post._id])).posts[0]?.jsonStart;
    const loads: ReturnType<typeof load>[] = [];
    for (const member of [ana, ben]) {
      read = Promise.withResolvers<void>();
      loads.push(load());
      await read.promise;
      await act(member, likePost, { post_id: post._id, status: true });
    }
    release.resolve();
    expect(await Promise.all(loads)).toEqual([
      expect.stringContaining('"likesCount":0'),
      expect.stringContaining('"likesCount":1'),
    ]);
    expect(await load()).toContain('"likesCount":2');
  });

  it("shows a webinar's link only to its host", async () => {
    const link = 'https://example.com/room';
    post = await buildPost(app, ana, { postType: 'webinar', title: 'Glazing', link });
    expect([(await onPage(ana))?.link, (await onPage(ben))?.link]).toEqual([link, null]);
  });

  it('is loaded separately for a viewer who sees less than others', async () => {
    await buildComment(app, ben, post._id);
    const cleo = await buildMember(app);
    await onPage(cleo);
    await act(cleo, setBlock, { userId: ben.id });
    expect(await onPage(cleo)).toMatchObject({ commentsCount: 0, comments: [] });
    expect(await onPage(ana)).toMatchObject({ commentsCount: 1 });
  });
});
