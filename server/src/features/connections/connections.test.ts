import { DAY_MS } from '@afterhours/contract/base/durations';
import { listNetworkPosts } from '@afterhours/contract/feed';
import {
  FIRST_INVITATIONS,
  listConnections,
  listFollowConnections,
  listReceivedInvitations,
  sendInvitation,
} from '@afterhours/contract/people/connections';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionCalls, invitationCalls, nothing } from '#testing/calls/connections.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, buildMembers, buildTrio, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { countMatchingConnections, selectConnections, selectInvitations } from './list-queries.ts';

const UNKNOWN_ID = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;
const { invite } = invitationCalls(() => app);
const { connect, lists, remove } = connectionCalls(() => app);

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben, cleo] = await buildTrio(app);
});
afterAll(() => app.close());

describe('Connections', () => {
  it('can be ended by either side, and can be made again', async () => {
    await connect(ana, ben);
    expect(await remove(ben, ana)).toMatchObject({
      message: 'You and Ana Lima are no longer connected.',
      body: { connectionStatus: 'none' },
      connectionsCount: 0,
    });
    expect(await remove(ben, ana)).toMatchObject({ ok: true });
    expect(await remove(ben, UNKNOWN_ID)).toMatchObject({ status: 404 });
    expect(await lists(ana)).toEqual(nothing);
    await connect(ben, ana);
    expect(await lists(ana)).toEqual({ ...nothing, connected: ['Ben'] });
  });

  it('are loaded again only for members who have a tab', async () => {
    const coalesce = vi.spyOn(app.services.serialQueue, 'coalesce');
    await connect(ana, ben);
    expect(coalesce.mock.calls.filter(([key]) => key.startsWith('relationship:'))).toEqual([]);
    coalesce.mockRestore();
  });

  it("can be found by each word of a name or profession, as can another member's connections", async () => {
    const dora = await buildMember(app, { firstName: 'Dora', lastName: 'El Khoury', profession: '100% Baker' });
    for (const other of [ben, cleo, dora]) await connect(ana, other);
    const find = async (keyword: string, token = ana.token, userId = '') => {
      const found = await succeed(app.call(listConnections, { token, query: { keyword, userId } }));
      expect(found.total).toBe(found.body.length);
      return found.body.map((entry) => entry.otherUserDetail.firstName);
    };
    expect(await find('')).toEqual(['Dora', 'Cleo', 'Ben']);
    expect(await find('khou')).toEqual(['Dora']);
    expect(await find('BAKER dor')).toEqual(['Dora']);
    expect(await find('lim')).toEqual(['Cleo', 'Ben']);
    for (const none of ['houry', 'dora ben', '%', '_', '\\']) expect(await find(none), none).toEqual([]);
    expect(await find('100%')).toEqual(['Dora']);
    expect(await find('', ben.token, ana.id)).toEqual(['Dora', 'Cleo', 'Ben']);
    const header = await app.call(listFollowConnections, { token: ana.token });
    expect(header).toMatchObject({ total: 3, body: [{ uniquekey: null, otherUserDetail: { follower: [] } }, {}, {}] });
    expect(await app.call(listConnections, { token: ana.token, query: { userId: UNKNOWN_ID } })).toMatchObject({
      status: 404,
    });
  });

  it("add the other member's posts to the network", async () => {
    const post = await buildPost(app, ben);
    const network = async () => {
      const page = await app.call(listNetworkPosts, { token: ana.token });
      return page.ok ? page.body.map((entry) => entry._id) : [];
    };
    expect(await network()).toEqual([]);
    await connect(ana, ben);
    expect(await network()).toEqual([post._id]);
  });

  it('are paged like invitations, with a constant number of statements, and read from their indexes', async () => {
    const callers = await Promise.all(Array.from({ length: 9 }, () => buildMember(app)));
    for (const [index, other] of callers.entries()) await (index < 5 ? connect(ana, other) : invite(other, ana));
    for (const [route, size] of [
      [listConnections, 5],
      [listReceivedInvitations, 4],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof app.call<typeof listConnections>>> = await app.call(
          route as typeof listConnections,
          { token: ana.token, query: { limit: '2', ...(cursor ? { cursor } : {}) } },
        );
        if (!page.ok) throw new Error(page.message);
        seen.push(...page.body.map((entry) => JSON.stringify(entry)));
        cursor = page.nextCursor;
      } while (cursor);
      expect(new Set(seen).size).toBe(size);
      const count = (limit: string) =>
        app.countStatements(() => app.call(route as typeof listConnections, { token: ana.token, query: { limit } }));
      expect(await count('1')).toBe(await count('50'));
    }
    const start = { limit: 20, after: null, offset: 0, page: 1 };
    const { db } = app.services;
    const list = { userId: ana.id, viewerId: ana.id, keyword: '' };
    expect(await explain(db, (tx) => selectConnections(tx, list, start))).toContain('connections_newest');
    const named = { ...list, keyword: 'nobody' };
    // The keyword is compared with the members who were looked up, not with the whole community.
    expect(await explain(db, (tx) => countMatchingConnections(tx, named))).toContain('Subquery Scan on u');
    expect(await explain(db, (tx) => selectInvitations(tx, 'sent', ana.id, start))).toContain(
      'connection_requests_sent',
    );
    expect(await explain(db, (tx) => selectInvitations(tx, 'received', ana.id, start))).toContain(
      'connection_requests_received',
    );
  });
});

describe('Invitations in a day', () => {
  it('are limited, more narrowly for members who joined today; repeats and connections do not count', async () => {
    const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '1' });
    try {
      const [old, young] = await buildMembers(limited, 2);
      const others = await Promise.all(Array.from({ length: FIRST_INVITATIONS + 2 }, () => buildMember(limited)));
      const invite = (from: TestMember, to: TestMember) =>
        limited.call(sendInvitation, { token: from.token, body: { to_user_id: to.id } });
      const [first, ...rest] = others as [TestMember, ...TestMember[]];
      await invite(first, young);
      for (const other of [first, young]) await invite(young, other);
      const statuses = [];
      for (const other of [...rest, ...rest.slice(0, 1)]) statuses.push((await invite(young, other)).status);
      expect(statuses).toEqual([...Array.from({ length: FIRST_INVITATIONS }, () => 200), 429, 200]);
      await limited.services.db
        .updateTable('users')
        .set({ created_at: new Date(Date.now() - 2 * DAY_MS) })
        .where('id', '=', old.id)
        .execute();
      limited.services.sessions.dropOf(old.id);
      for (const other of others) expect((await invite(old, other)).ok).toBe(true);
    } finally {
      await limited.close();
    }
  });
});
