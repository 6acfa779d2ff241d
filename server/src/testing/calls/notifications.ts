import { listNotifications } from '@afterhours/contract/notifications/notifications';
import type { TestMember } from '../rows/members.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';

/** Returns the kinds of a member's notifications, newest first. */
export async function listKinds(app: TestApp, { token }: TestMember): Promise<string[]> {
  const response = await succeed(app.call(listNotifications, { token, query: {} }));
  return response.body.notifications.flatMap(({ kind }) => kind ?? []);
}
