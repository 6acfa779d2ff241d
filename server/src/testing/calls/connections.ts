/** The calls for invitations and connections, shared by their tests. */
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import {
  answerInvitation,
  listConnections,
  listReceivedInvitations,
  listSentInvitations,
  removeConnection,
  sendInvitation,
  withdrawInvitation,
} from '@afterhours/contract/people/connections';
import { expect } from 'vitest';
import type { TestMember } from '../rows/members.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';

/** The result of `lists` for a member without any. */
export const nothing = { received: [], sent: [], connected: [] };

/** Returns the calls for invitations; `app` returns the app at the time of each call. */
export function invitationCalls(app: () => TestApp) {
  const invite = (from: TestMember, to: TestMember | string, note?: unknown) =>
    app().call(sendInvitation, {
      token: from.token,
      body: { to_user_id: typeof to === 'string' ? to : to.id, token: 'x', note },
    });
  const answer = (member: TestMember, from: TestMember | string, status: unknown = 'accepted') =>
    app().call(answerInvitation, {
      token: member.token,
      body: { from_user_id: typeof from === 'string' ? from : from.id, status },
    });
  const withdraw = (member: TestMember, id: string) =>
    app().call(withdrawInvitation, { token: member.token, params: { id } });

  async function invited(from: TestMember, to: TestMember): Promise<string> {
    const sent = await invite(from, to);
    if (!sent.ok || !sent.body.invitation) throw new Error('no invitation');
    return sent.body.invitation._id;
  }

  async function notified(member: TestMember) {
    const list = await succeed(app().call(listNotifications, { token: member.token }));
    return list.body.notifications.map(({ type, content, link, read }) => ({ type, content, link, read }));
  }
  return { invite, answer, withdraw, invited, notified };
}

/** Returns the calls for connections; two members connect by inviting each other. */
export function connectionCalls(app: () => TestApp) {
  const { invite } = invitationCalls(app);
  const remove = (member: TestMember, other: TestMember | string) =>
    app().call(removeConnection, {
      token: member.token,
      params: { userId: typeof other === 'string' ? other : other.id },
    });

  async function connect(one: TestMember, other: TestMember) {
    await invite(one, other);
    await invite(other, one);
  }

  /** Returns the first names of the other members in a member's three lists. */
  async function lists(member: TestMember) {
    const { token } = member;
    const [received, sent, connected] = await Promise.all([
      app().call(listReceivedInvitations, { token }),
      app().call(listSentInvitations, { token }),
      app().call(listConnections, { token }),
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

  return { connect, remove, lists };
}
