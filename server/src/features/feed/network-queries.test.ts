import { listNetworkPosts } from '@afterhours/contract/feed';
import { reportPost } from '@afterhours/contract/moderation/moderation';
import { answerInvitation, removeConnection, sendInvitation } from '@afterhours/contract/people/connections';
import { setFollow } from '@afterhours/contract/people/follow';
import { deletePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let viewer: TestMember;
let author: TestMember;
let stranger: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [viewer, author, stranger] = [await buildMember(app), await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

const follow = (action: 'follow' | 'unfollow', member: TestMember) =>
  app.call(setFollow, { token: viewer.token, body: { action, follow_user_id: member.id } });

async function read(query: Record<string, string> = {}) {
  const page = await succeed(app.call(listNetworkPosts, { token: viewer.token, query }));
  return { ids: page.body.map((post) => post._id), nextCursor: page.nextCursor };
}

describe("A member's network", () => {
  it('is up to date: with new posts, own posts too, and without deleted ones', async () => {
    await follow('follow', author);
    const first = (await buildPost(app, author))._id;
    expect((await read()).ids).toEqual([first]);
    const second = (await buildPost(app, author))._id;
    expect((await read()).ids).toEqual([second, first]);
    const own = (await buildPost(app, viewer))._id;
    expect((await read()).ids).toEqual([own, second, first]);
    await app.call(deletePost, { token: author.token, params: { id: first } });
    expect((await read()).ids).toEqual([own, second]);
    await follow('unfollow', author);
    expect((await read()).ids).toEqual([own]);
  });

  it("includes a new connection's posts at once for both members, and excludes them when it ends", async () => {
    const theirs = (await buildPost(app, author))._id;
    expect((await read()).ids).toEqual([]);
    await app.call(sendInvitation, { token: viewer.token, body: { to_user_id: author.id } });
    expect((await read()).ids).toEqual([]);
    await app.call(answerInvitation, { token: author.token, body: { from_user_id: viewer.id, status: 'accepted' } });
    expect((await read()).ids).toEqual([theirs]);
    await app.call(removeConnection, { token: author.token, params: { userId: viewer.id } });
    expect((await read()).ids).toEqual([]);
  });

  it('is paged without repeats, even far down', async () => {
    await follow('follow', author);
    const posts: string[] = [];
    for (let count = 0; count < 150; count++) posts.unshift((await buildPost(app, author))._id);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof read>> = await read({ limit: '15', ...(cursor ? { cursor } : {}) });
      seen.push(...page.ids);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(posts);
    const back = await read({ limit: '15', cursor: (await read({ limit: '100' })).nextCursor ?? '' });
    expect(back.ids).toEqual(posts.slice(100, 115));
  });

  it('is the same whether few or many of the newest posts are by others', async () => {
    await follow('follow', author);
    const theirs: string[] = [];
    for (let count = 0; count < 30; count++) theirs.unshift((await buildPost(app, author))._id);
    expect((await read({ limit: '20' })).ids).toEqual(theirs.slice(0, 20));
    const others = Array.from({ length: 1_100 }, () => ({
      id: newId(),
      user_id: stranger.id,
      post_type: 'general' as const,
      description: 'x',
    }));
    await app.services.db.insertInto('posts').values(others).execute();
    const page = await read({ limit: '20' });
    expect(page.ids).toEqual(theirs.slice(0, 20));
    expect((await read({ limit: '20', cursor: page.nextCursor ?? '' })).ids).toEqual(theirs.slice(20));
  });

  it('is the same if most of the newest posts are by others', async () => {
    await follow('follow', author);
    const theirs: string[] = [];
    const rows = Array.from({ length: 2_000 }, (_, number) => {
      const [id, mine] = [newId(), number % 50 === 0];
      if (mine) theirs.unshift(id);
      return { id, user_id: mine ? author.id : stranger.id, post_type: 'general' as const, description: 'x' };
    });
    await app.services.db.insertInto('posts').values(rows).execute();
    const page = await read({ limit: '20' });
    expect(page.ids).toEqual(theirs.slice(0, 20));
    expect((await read({ limit: '30', cursor: page.nextCursor ?? '' })).ids).toEqual(theirs.slice(20));
  });

  it.each([5, 30])('is complete if the viewer does not see the newest posts of %i of 45 authors', async (unseen) => {
    const authors: TestMember[] = [];
    for (let count = 0; count < 45; count++) authors.push(await buildMember(app));
    for (const one of authors) await follow('follow', one);
    const post = (userId: string, hidden = false) => ({
      id: newId(),
      user_id: userId,
      post_type: 'general' as const,
      description: 'x',
      // A post for connections; the viewer has none.
      visibility: hidden ? ('connections' as const) : ('public' as const),
    });
    const visible = [...authors, ...authors.slice(0, 10)].map(({ id }) => post(id));
    const hidden = authors.slice(0, unseen).map(({ id }) => post(id, true));
    const others = Array.from({ length: 3_100 }, () => post(stranger.id));
    for (const rows of [visible, hidden, others]) await app.services.db.insertInto('posts').values(rows).execute();
    const theirs = visible.map(({ id }) => id).reverse();
    const page = await read({ limit: '20' });
    expect(page.ids).toEqual(theirs.slice(0, 20));
    const next = await read({ limit: '20', cursor: page.nextCursor ?? '' });
    expect(next.ids).toEqual(theirs.slice(20, 40));
    const last = await read({ limit: '20', cursor: next.nextCursor ?? '' });
    expect(last).toEqual({ ids: theirs.slice(40), nextCursor: null });
  });

  it('is up to date even far down', async () => {
    await follow('follow', author);
    const posts: string[] = [];
    for (let count = 0; count < 90; count++) posts.unshift((await buildPost(app, author))._id);
    const { nextCursor } = await read({ limit: '70' });
    const far = () => read({ limit: '10', cursor: nextCursor ?? '' });
    expect((await far()).ids).toEqual(posts.slice(70, 80));
    await app.call(deletePost, { token: author.token, params: { id: posts[70] ?? '' } });
    expect((await far()).ids).toEqual(posts.slice(71, 81));
    await app.call(reportPost, { token: viewer.token, body: { post_id: posts[71] ?? '' } });
    expect((await far()).ids).toEqual(posts.slice(72, 82));
    await follow('unfollow', author);
    expect((await far()).ids).toEqual([]);
  });
});
