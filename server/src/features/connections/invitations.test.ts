import { listReceivedInvitations, listSentInvitations, sendInvitation } from '@afterhours/contract/people/connections';
import { setFollow } from '@afterhours/contract/people/follow';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectionCalls, invitationCalls, nothing } from '#testing/calls/connections.ts';
import { buildMember, buildTrio, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const UNKNOWN_ID = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;
const { answer, invite, invited, notified, withdraw } = invitationCalls(() => app);
const { lists, remove } = connectionCalls(() => app);

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben, cleo] = await buildTrio(app);
});
afterAll(() => app.close());

/** Returns the id of a member's newest sent invitation. */
async function sentId(member: TestMember): Promise<string> {
  const sent = await app.call(listSentInvitations, { token: member.token });
  return (sent.ok && sent.body[0]?._id) || '';
}

describe('An invitation', () => {
  it('is listed for both members, with its note, and exists once, however often it is sent', async () => {
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

  it('lists the members whom the receiver follows and who follow its sender', async () => {
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

  it('is ignored again for thirty days if an ignored one is withdrawn, which its sender cannot see', async () => {
    await invite(ana, ben);
    await answer(ben, ana, 'rejected');
    for (const time of ['first', 'again']) {
      expect(await withdraw(ana, await sentId(ana)), time).toMatchObject({ ok: true });
      expect(await invite(ana, ben, 'Please!'), time).toMatchObject({
        message: 'Your invitation to Ben Lima is on its way.',
        body: { connectionStatus: 'sent', invitation: { status: 'pending', note: 'Please!' } },
      });
      expect(await lists(ben), time).toEqual(nothing);
      // Only of the first one, which they have dealt with.
      expect(await notified(ben), time).toMatchObject([{ read: true }]);
      expect(await lists(ana), time).toEqual({ ...nothing, sent: ['Ben pending'] });
    }
    await withdraw(ana, await sentId(ana));
    await sql`UPDATE ignored_invitations SET until = now()`.execute(app.services.db);
    await invite(ana, ben);
    expect(await lists(ben)).toEqual({ ...nothing, received: ['Ana'] });
  });

  it('is no longer ignored once its receiver has invited the sender', async () => {
    const ignored = await invited(ana, ben);
    await answer(ben, ana, 'rejected');
    await withdraw(ana, ignored);
    await withdraw(ben, await invited(ben, ana));
    await invite(ana, ben);
    expect(await lists(ben)).toEqual({ ...nothing, received: ['Ana'] });
  });

  it('can be withdrawn only by its sender, even if ignored, which also removes its unread notification', async () => {
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

  it('is rejected to oneself or an unknown member, or if malformed, and its sender cannot accept it', async () => {
    expect(await invite(ana, ana)).toMatchObject({ status: 422, message: 'You cannot connect with yourself.' });
    expect(await invite(ana, ana.id.toUpperCase())).toMatchObject({ status: 422 });
    expect(await invite(ana, UNKNOWN_ID)).toMatchObject({ status: 404 });
    expect(await invite(ana, 'x')).toMatchObject({ status: 422, errors: [{ field: 'to_user_id' }] });
    expect(await invite(ana, ben, 'x'.repeat(301))).toMatchObject({ status: 422, errors: [{ field: 'note' }] });
    await invite(ana, ben);
    expect(await answer(ana, ben)).toMatchObject({ status: 404 });
    expect(await answer(ana, ana)).toMatchObject({ status: 404 });
    expect(await answer(ben, ana, 'maybe')).toMatchObject({ status: 422, errors: [{ field: 'status' }] });
    expect(await app.call(sendInvitation, { body: { to_user_id: ben.id } })).toMatchObject({ status: 401 });
  });
});

describe('Concurrent calls by two members', () => {
  /** Asserts that the rows of the pair agree with the counts of both members and with what each of them sees. */
  async function requireConsistent(): Promise<'connected' | 'none'> {
    const [mine, theirs] = [await lists(ana), await lists(ben)];
    expect(mine.connected.length).toBe(theirs.connected.length);
    expect([...mine.sent, ...mine.received, ...theirs.sent, ...theirs.received]).toEqual([]);
    return mine.connected.length === 1 ? 'connected' : 'none';
  }

  it('connect two members who invite each other', async () => {
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all([invite(ana, ben), invite(ben, ana), invite(ana, ben), invite(ben, ana)]);
      expect(responses.every((sent) => sent.ok)).toBe(true);
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
