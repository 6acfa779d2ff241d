/** Helpers for tests of mails about notifications. */
import { setNotificationPreferences } from '@afterhours/contract/notifications/notification-mail';
import { setFollow } from '@afterhours/contract/people/follow';
import { sql } from 'kysely';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestMember } from '../rows/members.ts';
import type { TestApp } from '../test-app.ts';

/** Stores preferences; throws if they are rejected. */
export async function prefer(app: TestApp, member: TestMember, body: unknown) {
  return (await succeed(app.call(setNotificationPreferences, { token: member.token, body }))).body;
}

/** Follows a member, who is notified. */
export async function followMember(app: TestApp, follower: TestMember, member: TestMember): Promise<void> {
  const body = { action: 'follow', follow_user_id: member.id };
  await succeed(app.call(setFollow, { token: follower.token, body }));
}

/** Makes all pending mails due. */
export async function makeMailsDue(app: Pick<TestApp, 'services'>): Promise<void> {
  await sql`UPDATE notification_mails SET due_at = now() - interval '1 second'`.execute(app.services.db);
}

/** Returns a member's scheduled digest, or undefined if there is none. */
export async function findDigest(app: Pick<TestApp, 'services'>, member: TestMember) {
  const { db } = app.services;
  return db.selectFrom('notification_digests').selectAll().where('user_id', '=', member.id).executeTakeFirst();
}

/** Returns a member's pending mails, as they are stored. */
export async function listWaiting(app: Pick<TestApp, 'services'>, member: TestMember) {
  return app.services.db.selectFrom('notification_mails').selectAll().where('user_id', '=', member.id).execute();
}
