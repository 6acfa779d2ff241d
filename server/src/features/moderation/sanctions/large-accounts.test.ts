/** Bans, reversals and deletions of members with more rows than one batch takes. */
import { deleteAccount } from '@afterhours/contract/account/account-data';
import { listFeed } from '@afterhours/contract/feed';
import { reportComment, reportMember, reportPost } from '@afterhours/contract/moderation/moderation';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { startSweep } from '@afterhours/contract/moderation/staff-sweeps';
import { removeConnection } from '@afterhours/contract/people/connections';
import { setFollow } from '@afterhours/contract/people/follow';
import { listComments, replyOnComment } from '@afterhours/contract/posts/comments';
import { likeComment, likePost } from '@afterhours/contract/posts/likes';
import { getPost } from '@afterhours/contract/posts/posts';
import { deleteRating, setRating } from '@afterhours/contract/posts/ratings';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberTouched } from '#access/touched.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { mingle, placesOf } from '#testing/calls/places-of-member.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { insertFollowers } from '#testing/rows/crowd.ts';
import { buildMember, buildMembers, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { insertDecision, selectDecision } from '../cases/decision-queries.ts';
import { undoDecision } from './sanction-commands.ts';

const FOLLOWERS = 700;
const POSTS = 130;
const SOON = { timeout: 30_000 };

let app: TestApp;
let owner: TestMember;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildStaff(app, 'owner');
});
beforeEach(async () => {
  [ana, ben, cleo] = await buildMembers(app, 3);
});
afterAll(() => app.close());

async function decide(id: string, action: 'ban' | 'hide'): Promise<string> {
  const body = { action, rule: 'Be kind', statement: 'You threaten others.' };
  return (await succeed(app.call(cases.decideCase, { token: owner.token, params: { id }, body }))).body._id;
}

async function ban(): Promise<string> {
  const reporter = await buildMember(app);
  await app.call(reportMember, { token: reporter.token, body: { userId: ana.id } });
  const listed = await succeed(app.call(cases.listCases, { token: owner.token, query: { limit: '100' } }));
  return decide(listed.body.find(({ subject }) => subject._id === ana.id)?._id ?? '', 'ban');
}
const reverse = (id: string) =>
  succeed(app.call(cases.reverseDecision, { token: owner.token, params: { id }, body: { statement: 'Sorry.' } }));
const follow = (by: TestMember, member: TestMember, following: boolean) =>
  app.call(setFollow, {
    token: by.token,
    body: { action: following ? 'follow' : 'unfollow', follow_user_id: member.id },
  });

const dropCaches = () =>
  inTransaction(app.services, (tx) => tx.emit(memberTouched, { userId: ana.id, changed: 'everything' }));

/** Makes Ana a member with hundreds of followers, posts and likes. */
async function enlarge(): Promise<void> {
  const { db } = app.services;
  const crowd = await insertFollowers(db, ana.id, FOLLOWERS);
  await sql`
    INSERT INTO posts (id, user_id, post_type, description, hashtags)
    SELECT gen_random_uuid(), ${ana.id}::uuid, 'general', 'Lamp number ' || n, '{}'
    FROM generate_series(1, ${POSTS}::integer) n`.execute(db);
  await sql`
    INSERT INTO posts (id, user_id, post_type, description, hashtags)
    SELECT gen_random_uuid(), id, 'general', 'A quiet evening', '{}' FROM unnest(${crowd}::uuid[]) id`.execute(db);
  const theirs = sql`FROM posts WHERE user_id = ANY (${crowd}::uuid[])`;
  await sql`INSERT INTO post_likes (post_id, user_id) SELECT id, ${ana.id}::uuid ${theirs}`.execute(db);
  await sql`
    INSERT INTO comments (id, post_id, user_id, comment)
    SELECT gen_random_uuid(), id, ${ana.id}::uuid, 'So it is' ${theirs}`.execute(db);
  await sql`
    INSERT INTO comments (id, post_id, user_id, parent_id, comment)
    SELECT gen_random_uuid(), post_id, ${ben.id}::uuid, id, 'Yes'
    FROM comments WHERE user_id = ${ana.id}::uuid`.execute(db);
}

/** Returns what is visible of Ana in tables and counts. */
async function selectPresence() {
  const { rows } = await sql<Record<string, number>>`
    SELECT m.followers, m.posts,
      (SELECT count(*)::integer FROM post_likes WHERE user_id = m.user_id) AS likes,
      (SELECT count(*)::integer FROM comments WHERE user_id = m.user_id AND hidden_by IS NULL) AS comments,
      (SELECT count(*)::integer FROM comments c JOIN comments above ON above.id = c.parent_id
        WHERE above.user_id = m.user_id AND c.hidden_by IS NULL) AS replies,
      (SELECT count(*)::integer FROM put_away_rows WHERE user_id = m.user_id) AS stored
    FROM member_counters m WHERE m.user_id = ${ana.id}::uuid`.execute(app.services.db);
  return rows[0];
}
const everything = {
  followers: FOLLOWERS,
  posts: POSTS,
  likes: FOLLOWERS,
  comments: FOLLOWERS,
  replies: FOLLOWERS,
  stored: 0,
};
const nothing = { followers: 0, posts: 0, likes: 0, comments: 0, replies: 0, stored: 2 * FOLLOWERS };
const isOver = async () => (await app.services.db.selectFrom('member_moves').select('user_id').execute()).length === 0;

describe('A member with more rows than one batch takes', () => {
  it.each(['ban', 'deletion'] as const)('is visible and counted nowhere while a %s is under way', async (kind) => {
    const { db } = app.services;
    const mingled = await mingle(app, { ana, ben, cleo });
    expect(await placesOf(app, ben.token, mingled)).toHaveLength(13);
    // As after the first batch, if it were an empty one.
    await db.insertInto('member_moves').values({ user_id: ana.id, kind }).execute();
    await dropCaches();
    const post_id = mingled.shared._id;
    for (const token of [ben.token, cleo.token, null]) {
      expect(await placesOf(app, token, mingled)).toEqual([]);
      for (const parent_id of [null, mingled.comment._id]) {
        const listed = await app.call(listComments, { token, body: { post_id, parent_id } });
        expect(listed).toMatchObject({ body: [], total: 0 });
      }
      expect(await app.call(getPost, { token, params: { id: post_id } })).toMatchObject({ body: { commentsCount: 0 } });
    }
    const below = { token: cleo.token, body: { post_id, parent_id: mingled.reply._id, comment: 'Same here' } };
    expect(await app.call(replyOnComment, below)).toMatchObject({ status: 404 });
    await db.deleteFrom('member_moves').execute();
  });

  it('is banned, returns, and is banned again, with every count exact', async () => {
    await enlarge();
    const first = await ban();
    expect((await app.call(getMember, { params: { id: ana.id }, token: ben.token })).status).toBe(404);
    await expect.poll(isOver, SOON).toBe(true);
    expect(await selectPresence()).toEqual(nothing);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
    await reverse(first);
    await expect.poll(isOver, SOON).toBe(true);
    expect(await selectPresence()).toEqual(everything);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
    await reverse(await ban());
    await ban();
    await expect.poll(isOver, SOON).toBe(true);
    expect(await selectPresence()).toEqual(nothing);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('returns while others follow, unfollow and like, as they want it in the end', async () => {
    await enlarge();
    const others = await buildMembers(app, 8);
    for (const one of others.slice(0, 6)) await follow(one, ana, true);
    const post = await buildPost(app, ana);
    const id = await ban();
    const likes = others.map((one) =>
      app.call(likePost, { token: one.token, body: { post_id: post._id, status: true } }),
    );
    await Promise.all([reverse(id), ...likes]);
    for (const one of others.slice(0, 3)) expect(await follow(one, ana, false)).toMatchObject({ ok: true });
    for (const one of others.slice(6)) expect(await follow(one, ana, true)).toMatchObject({ ok: true });
    await expect.poll(isOver, SOON).toBe(true);
    const rows = await app.services.db
      .selectFrom('follows')
      .select('follower_id')
      .where('followed_id', '=', ana.id)
      .where(
        'follower_id',
        'in',
        others.map((one) => one.id),
      )
      .execute();
    expect(rows.map((row) => row.follower_id).toSorted()).toEqual(
      others
        .slice(3)
        .map((one) => one.id)
        .toSorted(),
    );
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('deletes the account during the ban or its reversal', async () => {
    await enlarge();
    const post = await buildPost(app, ana);
    const id = await ban();
    await Promise.all([
      reverse(id),
      app.call(deleteAccount, { token: ana.token, body: { password: PASSWORD } }),
      follow(ben, ana, true),
    ]);
    await app.call(deleteAccount, { token: ana.token, body: { password: PASSWORD } });
    expect((await app.call(listFeed, { token: ana.token })).status).toBe(401);
    expect((await app.call(getPost, { token: ben.token, params: { id: post._id } })).status).toBe(404);
    expect((await app.call(getMember, { token: ben.token, params: { id: ana.id } })).status).toBe(404);
    await expect.poll(isOver, SOON).toBe(true);
    expect(await app.services.db.selectFrom('users').select('id').where('id', '=', ana.id).execute()).toEqual([]);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });
});

describe('A member who returns', () => {
  /** Reverses a ban of Ana, as if the first batch had shown and put back nothing. */
  async function beginReversal(id: string): Promise<void> {
    const { db } = app.services;
    const decision = await selectDecision(db, id);
    if (!decision) throw new Error('no such decision');
    const { id: reverses, created_at: _then, ...about } = decision;
    await insertDecision(db, { ...about, action: 'reverse', label: null, reverses });
    await db.deleteFrom('sanctions').where('decision_id', '=', id).execute();
    await db.insertInto('member_moves').values({ user_id: ana.id, kind: 'return' }).execute();
    await dropCaches();
  }
  const selectStored = () =>
    app.services.db.selectFrom('put_away_rows').select('relation').where('user_id', '=', ana.id).execute();

  it('is unfollowed and no longer connected, even before the rows are back', async () => {
    await mingle(app, { ana, ben, cleo });
    await beginReversal(await ban());
    expect(await selectStored()).not.toEqual([]);
    expect(await follow(ben, ana, false)).toMatchObject({ ok: true });
    const removal = { token: cleo.token, params: { userId: ana.id } };
    expect(await app.call(removeConnection, removal)).toMatchObject({ ok: true });
    const stored = (await selectStored()).map(({ relation }) => relation);
    expect(stored.toSorted()).toEqual(['post_likes']);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
    await app.services.db.deleteFrom('member_moves').execute();
  });

  it('does not get likes and ratings back that they take back before the rows are', async () => {
    const [{ services }, { token }] = [app, ana];
    const post = await buildPost(app, ben);
    const comment = await buildComment(app, ben, post._id);
    const setLikes = async (status: boolean) => {
      await succeed(app.call(likePost, { token, body: { post_id: post._id, status } }));
      await succeed(app.call(likeComment, { token, body: { comment_id: comment._id, status } }));
    };
    await setLikes(true);
    await succeed(app.call(setRating, { token, body: { _id: post._id, rating: 5 } }));
    const id = await ban();
    await beginReversal(id);
    await expect.poll(() => app.call(listFeed, { token }), SOON).toMatchObject({ ok: true });
    await setLikes(true);
    await setLikes(false);
    await succeed(app.call(deleteRating, { token, params: { postId: post._id } }));
    await inTransaction(services, (tx) => undoDecision(services, tx, id, ana.id));
    expect(await selectStored()).toEqual([]);
    for (const table of ['post_likes', 'comment_likes', 'ratings'] as const)
      expect(await services.db.selectFrom(table).selectAll().where('user_id', '=', ana.id).execute()).toEqual([]);
  });

  it.each(['hide', 'sweep'] as const)('is subject to a decision to %s what is not shown again yet', async (how) => {
    const { services } = app;
    const [post, other] = [await buildPost(app, ana), await buildPost(app, ben)];
    const comment = await buildComment(app, ana, other._id);
    for (const [route, body] of [
      [reportPost, { post_id: post._id }],
      [reportComment, { comment_id: comment._id }],
    ] as const)
      await succeed(app.call(route, { token: cleo.token, body }));
    const listed = await succeed(app.call(cases.listCases, { token: owner.token, query: { limit: '100' } }));
    const id = await ban();
    await beginReversal(id);
    if (how === 'hide') {
      const found = listed.body.filter(({ subject }) => [post._id, comment._id].includes(subject._id));
      expect(found).toHaveLength(2);
      for (const { _id } of found) await decide(_id, 'hide');
    } else {
      const body = { posted: 'all', cases: false, action: 'hide', rule: 'No spam', statement: 'It is spam.' } as const;
      await succeed(app.call(startSweep, { token: owner.token, params: { id: ana.id }, body }));
      const unfinished = () => services.db.selectFrom('sweeps').selectAll().where('finished_at', 'is', null).execute();
      await expect.poll(unfinished, SOON).toEqual([]);
    }
    await inTransaction(services, (tx) => undoDecision(services, tx, id, ana.id));
    expect((await app.call(getPost, { token: ben.token, params: { id: post._id } })).status).toBe(404);
    expect(await selectPresence()).toMatchObject({ posts: 0, comments: 0 });
    expect(await listWrongCounts(services.db)).toEqual([]);
  });

  it('does not get a follower back who is banned in the meantime; that reversal restores it', async () => {
    const dan = await buildMember(app);
    await follow(dan, ana, true);
    const first = await ban();
    const both = ana;
    ana = dan;
    const second = await ban();
    ana = both;
    await reverse(first);
    await expect.poll(isOver, SOON).toBe(true);
    expect(await selectPresence()).toMatchObject({ followers: 0, stored: 0 });
    await reverse(second);
    await expect.poll(isOver, SOON).toBe(true);
    expect(await selectPresence()).toMatchObject({ followers: 1 });
  });
});
