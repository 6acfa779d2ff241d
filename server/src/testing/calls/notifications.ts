import { listNotifications } from '@afterhours/contract/notifications';
import type { TestMember } from '../rows/members.ts';
import type { TestApp } from '../test-app.ts';

/** Returns the kinds of a member's notifications, newest first. */
export async function listKinds(app: TestApp, { token }: TestMember): Promise<string[]> {
  const answer = await app.call(listNotifications, { token, query: {} });
  if (!answer.ok) throw new Error(answer.message);
  return answer.body.notifications.flatMap(({ kind }) => kind ?? []);
}
