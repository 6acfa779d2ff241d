import { answerInvitation, sendInvitation } from '@afterhours/contract/people/connections';
import type { TestApp } from '../test-app.ts';
import type { TestMember } from './members.ts';

/** Connects two members with an invitation that is accepted. */
export async function buildConnection(app: TestApp, one: TestMember, other: TestMember): Promise<void> {
  const sent = await app.call(sendInvitation, { token: one.token, body: { to_user_id: other.id } });
  const body = { from_user_id: one.id, status: 'accepted' };
  const accepted = await app.call(answerInvitation, { token: other.token, body });
  if (!sent.ok || !accepted.ok) throw new Error('the two could not be connected');
}
