import {
  answerInvitation,
  listConnections,
  listFollowConnections,
  listReceivedInvitations,
  listSentInvitations,
  removeConnection,
  sendInvitation,
  withdrawInvitation,
} from '@afterhours/contract/connections';
import { listNetworkPosts } from '@afterhours/contract/feed';
import { setFollow } from '@afterhours/contract/follow';
import { listNotifications } from '@afterhours/contract/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { selectConnections, selectInvitations } from './list-queries.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben, cleo] = (await Promise.all(
    ['Ana', 'Ben', 'Cleo'].map((firstName) => buildMember(app, { firstName })),
  )) as [TestMember, TestMember, TestMember];
});
afterAll(() => app.close());

const invite = (from: TestMember, to: TestMember | string, note?: unknown) =>
  app.call(sendInvitation, {
    token: from.token,
    body: { to_user_id: typeof to === 'string' ? to : to.id, token: 'x', note },
  });
const answer = (member: TestMember, from: TestMember | string, status: unknown = 'accepted') =>
  app.call(answerInvitation, {
    token: member.token,
    body: { from_user_id: typeof from === 'string' ? from : from.id, status },
  });
const withdraw = (member: TestMember, id: string) =>
  app.call(withdrawInvitation, { token: member.token, params: { id } });
const remove = (member: TestMember, other: TestMember | string) =>
  app.call(removeConnection, {
    token: member.token,
    params: { userId: typeof other === 'string' ? other : other.id },
  });

async function connect(one: TestMember, other: TestMember) {
  await invite(one, other);
  await invite(other, one);
}

async function invited(from: TestMember, to: TestMember): Promise<string> {
  const sent = await invite(from, to);
  if (!sent.ok || !sent.body.invitation) throw new Error('no invitation');
  return sent.body.invitation._id;
}

/** Returns the names of the other side in the member's three lists. */
async function lists(member: TestMember) {
  const { token } = member;
  const [received, sent, connected] = await Promise.all([
    app.call(listReceivedInvitations, { token }),
    app.call(listSentInvitations, { token }),
    app.call(listConnections, { token }),
  ]);
  if (!received.ok || !sent.ok || !connected.ok) throw new Error('a list failed');
  expect([received.total, sent.total, connected.total]).toEqual([
    received.body.length,
    sent.body.length,
    connected.body.length,
  ]);
  return {
    received: received.body.map((entry) => entry.user.firstName),
    sent: sent.body.map((entry) => `${entry.user.firstName} ${entry.status}`),
    connected: connected.body.map((entry) => entry.otherUserDetail.firstName),
  };
}
const nothing = { received: [], sent: [], connected: [] };

async function notified(member: TestMember) {
  const list = await app.call(listNotifications, { token: member.token });
  if (!list.ok) throw new Error(list.message);
  return list.body.notifications.map(({ type, content, link, read }) => ({ type, content, link, read }));
}

describe('An invitation', () => {
  it('is listed for both members, with its note, and is one however often it is sent', async () => {
    expect(await invite(ana, ben, '  Hello  ')).toMatchObject({
      ok: true,
      message: 'Your invitation to Ben Lima is on its way.',
      body: { connectionStatus: 'sent', invitation: { note: 'Hello', status: 'pending', user: { _id: ben.id } } },
      connectionsCount: 0,
      receivedCount: 0,
    });
    const again = await Promise.all(Array.from({ length: 5 }, () => invite(ana, ben, 'Again')));
    for (const repeat of again) expect(repeat).toMatchObject({ body: { invitation: { note: 'Hello' } } });
    expect(await lists(ben)).toEqual({ ...nothing, received: ['Ana'] });
    expect(await lists(ana)).toEqual({ ...nothing, sent: ['Ben pending'] });
    expect(await notified(ben)).toEqual([
      { type: 'connection', content: 'Ana Lima invited you to connect', link: '/mynetwork/invitaions', read: false },
    ]);
  });

  it('says whom the receiver follows and who follows its sender', async () => {
    const cleo = await buildMember(app, { firstName: 'Cleo' });
    const followAs = (who: TestMember, whom: TestMember) =>
      app.call(setFollow, { token: who.token, body: { action: 'follow', follow_user_id: whom.id } });
    await invite(ana, ben);
    await followAs(ben, cleo);
    await followAs(cleo, ana);
    const received = await app.call(listReceivedInvitations, { token: ben.token });
    expect(received.ok && received.body[0]?.inCommon).toMatchObject({ count: 1, people: [{ firstName: 'Cleo' }] });
    const sent = await app.call(listSentInvitations, { token: ana.token });
    expect(sent.ok && sent.body[0]?.inCommon).toEqual({ count: 0, people: [] });
  });

  it('connects the two once when it is accepted, and notifies its sender', async () => {
    await invite(ana, ben);
    for (const time of ['first', 'again']) {
      expect(await answer(ben, ana), time).toMatchObject({
        ok: true,
        message: 'You and Ana Lima are now connected.',
        body: { connectionStatus: 'connected' },
        connectionsCount: 1,
        receivedCount: 0,
      });
    }
    expect(await lists(ben)).toEqual({ ...nothing, connected: ['Ana'] });
    expect(await lists(ana)).toEqual({ ...nothing, connected: ['Ben'] });
    expect(await notified(ana)).toMatchObject([
      { content: 'Ben Lima accepted your invitation', link: `/results/view-profile/${ben.id}` },
    ]);
    expect(await notified(ben)).toMatchObject([{ content: 'Ana Lima invited you to connect', read: true }]);
    expect(await answer(ben, ana, 'rejected')).toMatchObject({ status: 409 });
    expect(await invite(ana, ben)).toMatchObject({ body: { connectionStatus: 'connected', invitation: null } });
  });

  it('disappears for a receiver who ignores it, and stays pending for its sender', async () => {
    const id = await invited(ana, ben);
    expect(await answer(ben, ana, 'rejected')).toMatchObject({
      message: 'Invitation ignored.',
      body: { connectionStatus: 'none' },
      receivedCount: 0,
    });
    expect(await answer(ben, ana, 'rejected')).toMatchObject({ ok: true });
    expect(await invite(ana, ben)).toMatchObject({ ok: true, body: { invitation: { _id: id, status: 'pending' } } });
    expect(await lists(ben)).toEqual(nothing);
    expect(await lists(ana)).toEqual({ ...nothing, sent: ['Ben pending'] });
    expect(await notified(ana)).toEqual([]);
    expect(await invite(ben, ana)).toMatchObject({ body: { connectionStatus: 'connected' } });
    expect(await lists(ana)).toEqual({ ...nothing, connected: ['Ben'] });
  });

  it('is withdrawn by its sender alone, ignored or not, together with its unread notification', async () => {
    const id = await invited(ana, ben);
    expect(await withdraw(ben, id)).toMatchObject({ status: 404 });
    expect(await withdraw(cleo, id)).toMatchObject({ status: 404 });
    expect(await withdraw(ana, id)).toMatchObject({ message: 'Invitation withdrawn.', body: { to_user_id: ben.id } });
    expect(await withdraw(ana, id)).toMatchObject({ status: 404 });
    expect(await answer(ben, ana)).toMatchObject({
      status: 404,
      message: 'There is no invitation from this member any more.',
    });
    expect([await lists(ana), await lists(ben), await notified(ben)]).toEqual([nothing, nothing, []]);
    const ignored = await invited(ana, ben);
    await answer(ben, ana, 'rejected');
    expect(await withdraw(ana, ignored)).toMatchObject({ ok: true });
    const accepted = await invited(ana, ben);
    await answer(ben, ana);
    expect(await withdraw(ana, accepted)).toMatchObject({
      status: 409,
      message: 'This invitation is no longer pending.',
    });
  });

  it('is refused to oneself, to an unknown member and in a wrong form; its sender cannot accept it', async () => {
    expect(await invite(ana, ana)).toMatchObject({ status: 422, message: 'You cannot connect with yourself.' });
    expect(await invite(ana, ana.id.toUpperCase())).toMatchObject({ status: 422 });
    expect(await invite(ana, NOBODYS)).toMatchObject({ status: 404 });
    expect(await invite(ana, 'x')).toMatchObject({ status: 422, errors: [{ field: 'to_user_id' }] });
    expect(await invite(ana, ben, 'x'.repeat(301))).toMatchObject({ status: 422, errors: [{ field: 'note' }] });
    await invite(ana, ben);
    expect(await answer(ana, ben)).toMatchObject({ status: 404 });
    expect(await answer(ana, ana)).toMatchObject({ status: 404 });
    expect(await answer(ben, ana, 'maybe')).toMatchObject({ status: 422, errors: [{ field: 'status' }] });
    expect(await app.call(sendInvitation, { body: { to_user_id: ben.id } })).toMatchObject({ status: 401 });
  });
});

describe('Concurrent calls of two members', () => {
  /** Asserts that the rows of a pair agree with the counts of both, and with what each of them sees. */
  async function requireConsistent(): Promise<'connected' | 'none'> {
    const [mine, theirs] = [await lists(ana), await lists(ben)];
    expect(mine.connected.length).toBe(theirs.connected.length);
    expect([...mine.sent, ...mine.received, ...theirs.sent, ...theirs.received]).toEqual([]);
    return mine.connected.length === 1 ? 'connected' : 'none';
  }

  it('connect two who invite each other', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([invite(ana, ben), invite(ben, ana), invite(ana, ben), invite(ben, ana)]);
      expect(answers.every((sent) => sent.ok)).toBe(true);
      expect(await requireConsistent()).toBe('connected');
      await remove(ana, ben);
    }
  });

  it('let the first of an acceptance and a withdrawal win', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await invited(ana, ben);
      const [accepted, withdrawn] = await Promise.all(
        round % 2 ? [answer(ben, ana), withdraw(ana, id)] : [withdraw(ana, id), answer(ben, ana)].toReversed(),
      );
      expect([accepted, withdrawn].filter((done) => done?.ok)).toHaveLength(1);
      expect(await requireConsistent()).toBe(accepted?.ok ? 'connected' : 'none');
      if (accepted?.ok) await remove(ben, ana);
    }
  });
});

describe('Connections', () => {
  it('end from either side, and can be made anew', async () => {
    await connect(ana, ben);
    expect(await remove(ben, ana)).toMatchObject({
      message: 'You and Ana Lima are no longer connected.',
      body: { connectionStatus: 'none' },
      connectionsCount: 0,
    });
    expect(await remove(ben, ana)).toMatchObject({ ok: true });
    expect(await remove(ben, NOBODYS)).toMatchObject({ status: 404 });
    expect(await lists(ana)).toEqual(nothing);
    await connect(ben, ana);
    expect(await lists(ana)).toEqual({ ...nothing, connected: ['Ben'] });
  });

  it('are found by each word of a name or profession, those of another member too', async () => {
    const dora = await buildMember(app, { firstName: 'Dora', lastName: 'El Khoury', profession: '100% Baker' });
    for (const other of [ben, cleo, dora]) await connect(ana, other);
    const find = async (keyword: string, token = ana.token, userId = '') => {
      const found = await app.call(listConnections, { token, query: { keyword, userId } });
      if (!found.ok) throw new Error(found.message);
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
    expect(await app.call(listConnections, { token: ana.token, query: { userId: NOBODYS } })).toMatchObject({
      status: 404,
    });
  });

  it("add the other's posts to the network", async () => {
    const post = await buildPost(app, ben);
    const network = async () => {
      const page = await app.call(listNetworkPosts, { token: ana.token });
      return page.ok ? page.body.map((entry) => entry._id) : [];
    };
    expect(await network()).toEqual([]);
    await connect(ana, ben);
    expect(await network()).toEqual([post._id]);
  });

  it('are paged like invitations, with a constant number of statements, from their indexes', async () => {
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
    expect(await explain(db, (tx) => selectInvitations(tx, 'sent', ana.id, start))).toContain(
      'connection_requests_sent',
    );
    expect(await explain(db, (tx) => selectInvitations(tx, 'received', ana.id, start))).toContain(
      'connection_requests_received',
    );
  });
});
