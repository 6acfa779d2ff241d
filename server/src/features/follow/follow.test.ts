import { getProfile } from '@afterhours/contract/account/account';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { listFollowers, listFollowings, setFollow } from '@afterhours/contract/people/follow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { selectFollows } from './queries.ts';

const UNKNOWN_ID = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let callers: TestMember[];
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  callers = await Promise.all(Array.from({ length: 50 }, () => buildMember(app)));
});
beforeEach(async () => {
  ana = await buildMember(app, { firstName: 'Ana', lastName: 'Lima' });
});
afterAll(() => app.close());

const follow = (member: TestMember, target: string, action: unknown = 'follow') =>
  app.call(setFollow, { token: member.token, body: { action, follow_user_id: target } });

/** Returns a member's counters after asserting that they equal the number of rows. */
async function countsOf(member: TestMember) {
  const { db } = app.services;
  const [counters, followers, followings] = await Promise.all([
    db.selectFrom('member_counters').selectAll().where('user_id', '=', member.id).executeTakeFirstOrThrow(),
    db.selectFrom('follows').select('id').where('followed_id', '=', member.id).execute(),
    db.selectFrom('follows').select('id').where('follower_id', '=', member.id).execute(),
  ]);
  expect([counters.followers, counters.followings]).toEqual([followers.length, followings.length]);
  return { followers: counters.followers, followings: counters.followings };
}

describe('Following a member', () => {
  it("returns the member's name, counts once, and can be undone", async () => {
    const [fan] = callers as [TestMember];
    expect(await follow(fan, ana.id)).toMatchObject({
      ok: true,
      message: 'Now following Ana Lima.',
      body: { following: true, followersCount: 1 },
    });
    expect(await follow(fan, ana.id)).toMatchObject({ body: { following: true, followersCount: 1 } });
    expect(await follow(fan, ana.id, 'unfollow')).toMatchObject({ body: { following: false, followersCount: 0 } });
    expect(await follow(fan, ana.id, 'unfollow')).toMatchObject({ body: { following: false, followersCount: 0 } });
  });

  it('counts exactly when fifty members follow at once, each twice', async () => {
    const responses = await Promise.all([...callers, ...callers].map((member) => follow(member, ana.id)));
    expect(responses.every((response) => response.ok)).toBe(true);
    expect(await countsOf(ana)).toEqual({ followers: 50, followings: 0 });
    const profile = await app.call(getProfile, { token: ana.token });
    expect(profile).toMatchObject({ body: { followersCount: 50 } });
  });

  it('leaves exact counts when two members follow and unfollow each other concurrently', async () => {
    const pair = callers.slice(0, 2) as [TestMember, TestMember];
    const [one, two] = pair;
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, round) => [
        follow(one, two.id, round % 2 ? 'unfollow' : 'follow'),
        follow(two, one.id, round % 3 ? 'unfollow' : 'follow'),
      ]).flat(),
    );
    expect(responses.every((response) => response.ok)).toBe(true);
    for (const member of pair) await countsOf(member);
  });

  it('is refused only to callers who cannot see the member, even within a batch', async () => {
    const [blocked, ...fans] = callers.slice(0, 9) as [TestMember, ...TestMember[]];
    await app.call(setBlock, { token: ana.token, body: { userId: blocked.id, action: 'block' } });
    const all = (action: string) =>
      Promise.all([blocked, ...fans].flatMap((fan) => [ana.id, UNKNOWN_ID].map((id) => follow(fan, id, action))));
    const unread = async () => {
      const response = await app.call(listNotifications, { token: ana.token });
      return response.ok ? response.body.notifications.filter(({ type }) => type === 'follow').length : -1;
    };
    const statuses = (await all('follow')).map(({ status }) => status);
    expect(statuses).toEqual([404, 404, ...fans.flatMap(() => [200, 404])]);
    expect(await countsOf(ana)).toMatchObject({ followers: fans.length });
    expect(await unread()).toBe(fans.length);
    await all('unfollow');
    expect(await countsOf(ana)).toMatchObject({ followers: 0 });
    expect(await unread()).toBe(0);
  });

  it('is rejected for oneself, an unknown member, and an unknown action', async () => {
    expect(await follow(ana, ana.id)).toMatchObject({ status: 422, message: 'You cannot follow yourself.' });
    expect(await follow(ana, ana.id.toUpperCase())).toMatchObject({ status: 422 });
    expect(await follow(ana, UNKNOWN_ID)).toMatchObject({ status: 404 });
    expect(await follow(ana, 'x')).toMatchObject({ status: 422, errors: [{ field: 'follow_user_id' }] });
    expect(await follow(ana, callers[0]!.id, 'block')).toMatchObject({ status: 422, errors: [{ field: 'action' }] });
    const body = { action: 'follow', follow_user_id: ana.id };
    expect(await app.call(setFollow, { body })).toMatchObject({ status: 401 });
  });
});

describe('The followed member', () => {
  const notified = async () => {
    return (await succeed(app.call(listNotifications, { token: ana.token }))).body.notifications;
  };

  it('is notified once, with a link to the follower, unless the follow is undone', async () => {
    const fan = await buildMember(app, { firstName: 'Ben', lastName: 'Okafor' });
    await follow(fan, ana.id);
    await follow(fan, ana.id);
    const notification = {
      type: 'follow',
      content: 'Ben Okafor has Followed you',
      parent_id: fan.id,
      link: `/results/view-profile/${fan.id}`,
      actor: { _id: fan.id },
    };
    expect(await notified()).toMatchObject([notification]);
    await follow(callers[0]!, ana.id);
    expect(await notified()).toHaveLength(2);
    await follow(fan, ana.id, 'unfollow');
    expect(await notified()).toHaveLength(1);
  });

  it('is not notified if they have switched these notifications off', async () => {
    await app.services.db.updateTable('users').set({ notify_follow: false }).where('id', '=', ana.id).execute();
    await follow(callers[0]!, ana.id);
    expect(await notified()).toEqual([]);
  });
});

describe('The lists of followers and followings', () => {
  it('contain each member once, newest first, page by page, and whether the viewer follows them', async () => {
    const fans = callers.slice(0, 7);
    for (const fan of fans) await follow(fan, ana.id);
    await follow(ana, fans[2]!.id);
    const seen: { id: string; mine: number }[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof app.call<typeof listFollowers>>> = await app.call(listFollowers, {
        token: ana.token,
        query: { limit: '3', ...(cursor ? { cursor } : {}) },
      });
      if (!page.ok) throw new Error(page.message);
      expect(page.total).toBe(7);
      seen.push(...page.body.map(({ followerUser }) => ({ id: followerUser._id, mine: followerUser.follower.length })));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(fans.toReversed().map((fan) => ({ id: fan.id, mine: fan === fans[2] ? 1 : 0 })));
    const theirs = await app.call(listFollowings, { token: callers[20]!.token, query: { userId: ana.id } });
    expect(theirs).toMatchObject({ total: 1, body: [{ followingUser: { _id: fans[2]!.id, follower: [] } }] });
  });

  it('are available to members only, for any member', async () => {
    for (const route of [listFollowers, listFollowings]) {
      expect(await app.call(route as typeof listFollowers)).toMatchObject({ status: 401 });
      const response = await app.call(route as typeof listFollowers, {
        token: ana.token,
        query: { userId: UNKNOWN_ID },
      });
      expect(response).toMatchObject({ status: 404 });
    }
  });

  it('take the same number of statements for few and many rows, and are read from their indexes', async () => {
    for (const fan of callers) await follow(fan, ana.id);
    const count = (limit: string) =>
      app.countStatements(() => app.call(listFollowers, { token: ana.token, query: { limit } }));
    expect(await count('5')).toBe(3);
    expect(await count('50')).toBe(3);
    const start = { limit: 20, after: null, offset: 0, page: 1 };
    const people = { userId: ana.id, viewerId: ana.id };
    const { db } = app.services;
    expect(await explain(db, (tx) => selectFollows(tx, 'followers', people, start))).toContain('follows_followed');
    expect(await explain(db, (tx) => selectFollows(tx, 'followings', people, start))).toContain('follows_follower');
  });
});
