/**
 * Concurrent actions by members on each other and on the same posts, on two servers, while some of these are being
 * deleted.
 */
import { deleteAccount } from '@afterhours/contract/account/account-data';
import type { RouteDefinition } from '@afterhours/contract/base/route';
import { createMessage } from '@afterhours/contract/messages/messages';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { setFollow } from '@afterhours/contract/people/follow';
import { addEditComment, deleteComment, replyOnComment } from '@afterhours/contract/posts/comments';
import { likePost } from '@afterhours/contract/posts/likes';
import { createPost, deletePost, type Post } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTies } from '#testing/rows/ties.ts';
import { listWrongCounts } from './testing/database/recount.ts';
import { buildMember, PASSWORD, type TestMember } from './testing/rows/members.ts';
import { buildComment, buildPost } from './testing/rows/posts.ts';
import { type SecondServer, startSecondServer } from './testing/second-server.ts';
import { buildTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
let other: SecondServer;
let callers: TestMember[];
let posts: Post[];

beforeAll(async () => {
  app = await buildTestApp();
  other = await startSecondServer(app);
});
beforeEach(async () => {
  callers = await Promise.all(Array.from({ length: 10 }, () => buildMember(app)));
  await buildTies(app, callers);
  posts = await Promise.all(callers.slice(0, 4).map((member) => buildPost(app, member)));
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

let calls = 0;
/** Makes a call to the two servers in turn; returns its status. */
async function act(member: TestMember, route: RouteDefinition, body?: object, path = route.path): Promise<number> {
  const { http } = calls++ % 2 === 0 ? app : other;
  const response = await http.inject({
    method: route.method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${member.token}` },
    ...(body ? { payload: body } : {}),
  });
  return response.statusCode;
}

const like = (member: TestMember, post: Post, status = true) => act(member, likePost, { post_id: post._id, status });
const comment = (member: TestMember, post: Post) => act(member, addEditComment, { post_id: post._id, comment: 'Yes' });
const follow = (member: TestMember, followed: TestMember, action = 'follow') =>
  act(member, setFollow, { action, follow_user_id: followed.id });
const write = (member: TestMember, receiver: TestMember) =>
  act(member, createMessage, { content: 'Hello', receiver_id: receiver.id });

const publish = (member: TestMember) =>
  act(member, createPost, { postType: 'general', description: 'An evening note' });

/** Every member performs every action, on all posts and on two other members. */
const everything = (): Promise<number>[] =>
  callers.flatMap((member, index) => {
    const [near, far] = [callers[(index + 1) % callers.length]!, callers[(index + 4) % callers.length]!];
    const actions = posts.flatMap((post) => [like(member, post), comment(member, post), like(member, post, false)]);
    const relationships = [near, far].flatMap((one) => [follow(member, one), write(member, one), follow(one, member)]);
    return [...actions, ...relationships, follow(member, near, 'unfollow'), publish(member)];
  });

/** Asserts that all counts are exact, including the actors of notifications. */
async function expectExact(): Promise<void> {
  const { db } = app.services;
  expect(await listWrongCounts(db)).toEqual([]);
  const { rows } = await sql`
    SELECT n.group_key, n.actors_count FROM notifications n
    WHERE n.actors_count <> (SELECT count(*) FROM notification_actors a WHERE a.notification_id = n.id)
      OR NOT EXISTS (SELECT 1 FROM notification_actors a WHERE a.notification_id = n.id
        AND a.actor_id = n.actor_id)`.execute(db);
  expect(rows).toEqual([]);
}

describe('Concurrent actions on two servers', () => {
  it('are all carried out, and counted exactly', async () => {
    expect(new Set(await Promise.all(everything()))).toEqual(new Set([200]));
    await expectExact();
    const { rows } = await sql<{ comments: number; messages: number }>`
      SELECT (SELECT count(*) FROM comments WHERE post_id = ANY (${posts.map(({ _id }) => _id)}::uuid[])) AS comments,
        (SELECT count(*) FROM messages WHERE sender_id = ANY (${callers.map(({ id }) => id)}::uuid[])) AS
          messages`.execute(app.services.db);
    expect(rows).toEqual([{ comments: callers.length * posts.length, messages: callers.length * 2 }]);
  });

  it('lose only what belongs to a post, a thread and a member that are deleted in the meantime', async () => {
    const [ana, ben] = callers as [TestMember, TestMember];
    const leaving = callers.at(-1)!;
    const [gone, kept] = posts as [Post, Post];
    const thread = await buildComment(app, ana, kept._id);
    const replies = callers.map((member) =>
      act(member, replyOnComment, { post_id: kept._id, parent_id: thread._id, comment: 'So it is' }),
    );
    const all = everything();
    const going = [
      act(ana, deletePost, undefined, `/post/delete/${gone._id}`),
      act(ana, deleteComment, undefined, `/post/deleteComment/${thread._id}`),
      act(ben, setBlock, { userId: callers[2]!.id, action: 'block' }),
      act(leaving, deleteAccount, { password: PASSWORD }),
    ];
    const more = everything();
    expect(await Promise.all(going)).toEqual([200, 200, 200, 200]);
    const responses = new Set(await Promise.all([...replies, ...all, ...more]));
    expect([...responses].filter((status) => ![200, 401, 404].includes(status))).toEqual([]);
    await expectExact();
    expect(
      await sql`SELECT 1 FROM comments WHERE parent_id = ${thread._id}::uuid`.execute(app.services.db),
    ).toMatchObject({
      rows: [],
    });
  });
});
