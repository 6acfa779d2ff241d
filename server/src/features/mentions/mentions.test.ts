import { deleteAccount } from '@afterhours/contract/account/account-data';
import { findMentions } from '@afterhours/contract/constants/mentions';
import { listFeed } from '@afterhours/contract/feed';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { addEditComment, type Comment, listComments } from '@afterhours/contract/posts/comments';
import type { Mention } from '@afterhours/contract/posts/mentions';
import { getPost, type Post, updatePost } from '@afterhours/contract/posts/posts';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildSanctioned, buildWaiting } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { loadPostBases } from '../posts/read/post-base.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let mei: TestMember;

beforeEach(async () => {
  app = await buildTestApp();
  ana = await buildMember(app, { username: 'ana' });
  ben = await buildMember(app, { username: 'ben.o_k' });
  mei = await buildMember(app, { username: 'mei' });
});
afterEach(() => app.close());

async function read(postId: string, viewer: TestMember | null = ana): Promise<Post> {
  const response = await succeed(
    app.call(getPost, { ...(viewer ? { token: viewer.token } : {}), params: { id: postId } }),
  );
  return response.body;
}
const edit = (postId: string, description: string) =>
  app.call(updatePost, { token: ana.token, body: { _id: postId, description } });
const rename = (member: TestMember, username: string) =>
  app.call(updateProfile, { token: member.token, body: { username } });
const block = (who: TestMember, whom: TestMember) =>
  app.call(setBlock, { token: who.token, body: { userId: whom.id } });
const at = (start: number, length: number, { id }: TestMember, username: string): Mention => ({
  start,
  length,
  user: { _id: id, username },
});

describe('Usernames in a text', () => {
  it.each([
    ['Thanks @ana and @Ben.O_K.', ['ana', 'ben.o_k']],
    ['(@ana), @ana! “@ana”', ['ana', 'ana', 'ana']],
    ['Write to ana@ana.example or a.@ana', []],
    ['https://a.example/@ana?x=@ben then @mei', ['mei']],
    ['@ana@b.example @ana-b @anaé é@ana @an', []],
    [`@${'x'.repeat(31)} @${'x'.repeat(30)}`, ['x'.repeat(30)]],
    ['@ana... @@ana @ana', ['ana', 'ana']],
    ['@K\u{212A}K @ſſſ', []],
  ])('in %s are %j', (text, names) => {
    expect(findMentions(text).map(({ username }) => username)).toEqual(names);
  });

  it('are located by code points', () => {
    expect(findMentions('👩‍🚀 é @ana 💡@mei')).toEqual([
      { start: 6, length: 4, username: 'ana' },
      { start: 12, length: 4, username: 'mei' },
    ]);
  });
});

describe('Mentions in a post', () => {
  it('are part of its responses, in lists and for guests too, while unknown usernames stay plain text', async () => {
    const post = await buildPost(app, ana, { description: '💡 @mei, meet @Ben.O_K. @nobody_here' });
    const mentions = [at(2, 4, mei, 'mei'), at(13, 8, ben, 'ben.o_k')];
    expect(post.mentions).toEqual(mentions);
    expect((await read(post._id)).mentions).toEqual(mentions);
    expect((await read(post._id, null)).mentions).toEqual(mentions);
    const list = await app.call(listFeed, { token: ben.token, query: { sort: 'latest' } });
    expect(list.ok && list.body[0]?.mentions).toEqual(mentions);
  });

  it('stay with their member after a change of the username, even through an edit', async () => {
    const post = await buildPost(app, ana, { description: 'With @mei' });
    await rename(mei, 'mei_lin');
    expect((await read(post._id)).mentions).toEqual([at(5, 4, mei, 'mei_lin')]);
    // Months later, the name is available again.
    await app.services.db.deleteFrom('former_usernames').execute();
    await rename(ben, 'mei');
    expect(await edit(post._id, 'Once more with @mei')).toMatchObject({
      body: { mentions: [at(15, 4, mei, 'mei_lin')] },
    });
    expect(await edit(post._id, 'Alone')).toMatchObject({ body: { mentions: [] } });
    expect(await edit(post._id, 'With @mei')).toMatchObject({ body: { mentions: [at(5, 4, ben, 'mei')] } });
  });

  it('are kept when another field of the post is edited', async () => {
    const post = await buildPost(app, ana, { postType: 'job', title: 'Potter', description: 'Ask @mei' });
    const saved = await app.call(updatePost, { token: ana.token, body: { _id: post._id, title: 'A potter' } });
    expect(saved).toMatchObject({ body: { title: 'A potter', mentions: [at(4, 4, mei, 'mei')] } });
  });

  it('are plain text if there is a block in either direction, from before or since', async () => {
    await block(ben, ana);
    const post = await buildPost(app, ana, { description: '@mei and @ben.o_k' });
    expect(post.mentions).toEqual([at(0, 4, mei, 'mei')]);
    const reader = await buildMember(app);
    await block(mei, reader);
    expect((await read(post._id, reader)).mentions).toEqual([]);
    expect((await read(post._id, null)).mentions).toHaveLength(1);
    await block(ana, mei);
    expect((await read(post._id)).mentions).toEqual([]);
  });

  it('are plain text for members who are banned, waiting or gone', async () => {
    const [banned, waiting] = [await buildSanctioned(app, 'banned'), await buildWaiting(app)];
    const names = [banned, waiting].map(({ user }) => `@${user.username}`).join(' ');
    expect((await buildPost(app, ana, { description: names })).mentions).toEqual([]);
    const post = await buildPost(app, ana, { description: 'With @mei' });
    await app.services.db.deleteFrom('users').where('id', '=', mei.id).execute();
    await edit(post._id, 'With @mei.');
    expect((await read(post._id)).mentions).toEqual([]);
  });

  it('are looked up by their key, together with the posts', async () => {
    const post = await buildPost(app, ana, { description: '@mei' });
    const plan = await explain(app.services.db, (db) => loadPostBases(db, [post._id], ana.id));
    expect(plan).toContain('post_mentions_pkey');
    expect(plan).toContain('comment_mentions_pkey');
    // The other one loads who likes the post.
    expect(await app.countStatements(() => read(post._id, null))).toBe(2);
  });

  it('are written completely when many posts mention the same members concurrently', async () => {
    const posts = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        buildPost(app, index % 2 ? ana : ben, { description: index % 3 ? '@mei @ana @ben.o_k' : '@ben.o_k @ana @mei' }),
      ),
    );
    for (const post of posts) expect((await read(post._id)).mentions).toHaveLength(3);
    await Promise.all([1, 2, 3].map((time) => edit(posts[1]!._id, `@mei ${'@ana '.repeat(time)}`)));
    expect([2, 3, 4]).toContain((await read(posts[1]!._id)).mentions.length);
  });
});

it('Accounts can be deleted while posts, comments and edits mention them, and nothing fails', async () => {
  const post = await buildPost(app, mei, { description: 'Mine' });
  const written = await buildPost(app, ana, { description: '@mei @ben.o_k' });
  await app.call(addEditComment, { token: ben.token, body: { post_id: written._id, comment: '@mei' } });
  const writeComment = (member: TestMember, postId: string) =>
    app.call(addEditComment, { token: member.token, body: { post_id: postId, comment: '@mei @ana @ben.o_k' } });
  const responses = await Promise.all([
    ...[1, 2, 3].flatMap((time) => [writeComment(ana, written._id), edit(written._id, `@ben.o_k @mei ${time}`)]),
    app.call(deleteAccount, { token: mei.token, body: { password: PASSWORD } }),
    ...[1, 2, 3].flatMap(() => [
      writeComment(ana, post._id),
      writeComment(ben, written._id),
      edit(written._id, '@mei'),
    ]),
  ]);
  // A comment on the deleted member's post may find the post gone.
  expect(responses.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  const { mentions, comments } = await read(written._id);
  expect([...mentions, ...comments.flatMap((one) => one.mentions)].map(({ user }) => user._id)).not.toContain(mei.id);
});

describe('Mentions in a comment', () => {
  const writeComment = (postId: string, comment: string, commentId?: string) =>
    app.call(addEditComment, { token: ana.token, body: { post_id: postId, comment, comment_id: commentId ?? null } });
  async function list(postId: string): Promise<Comment[]> {
    return (await succeed(app.call(listComments, { token: ana.token, query: {}, body: { post_id: postId } }))).body;
  }

  it('are part of every response with the comment, and follow its edits', async () => {
    const post = await buildPost(app, ben);
    const written = await writeComment(post._id, 'See @mei');
    expect(written).toMatchObject({ ok: true, body: { mentions: [at(4, 4, mei, 'mei')] } });
    const [first] = await list(post._id);
    expect(first?.mentions).toEqual([at(4, 4, mei, 'mei')]);
    expect((await read(post._id)).comments[0]?.mentions).toEqual([at(4, 4, mei, 'mei')]);
    await rename(mei, 'mei2');
    expect(await writeComment(post._id, '@ben.o_k and @mei', first!._id)).toMatchObject({
      body: { mentions: [at(0, 8, ben, 'ben.o_k'), at(13, 4, mei, 'mei2')] },
    });
    expect((await read(post._id)).comments[0]?.mentions).toHaveLength(2);
  });

  it('are plain text if there is a block', async () => {
    const post = await buildPost(app, ben);
    await writeComment(post._id, '@mei');
    await block(mei, ben);
    expect((await read(post._id, ben)).comments[0]?.mentions).toEqual([]);
    expect((await read(post._id, ana)).comments[0]?.mentions).toHaveLength(1);
  });
});
