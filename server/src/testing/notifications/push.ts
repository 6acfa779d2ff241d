/** Helpers for tests of notifications on devices. */
import { createPushSubscription } from '@afterhours/contract/notifications/push';
import { sql } from 'kysely';
import { pushDue } from '#features/notifications/push/send-due.ts';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestMember } from '../rows/members.ts';
import type { FakePushService, PushDevice } from '../servers/fake-push-service.ts';
import type { TestApp } from '../test-app.ts';

/** Allows notifications on a new device in a member's session. */
export async function addDevice(app: TestApp, service: FakePushService, member: TestMember): Promise<PushDevice> {
  const device = service.addDevice();
  await succeed(app.call(createPushSubscription, { token: member.token, body: device.subscription }));
  return device;
}

/** Makes all pending push messages due. */
export async function makePushesDue({ services }: Pick<TestApp, 'services'>): Promise<void> {
  await sql`UPDATE push_messages SET due_at = '2000-01-01'`.execute(services.db);
}

/** Makes all push messages due and sends them from one server, at a given time if there is one. */
export async function pushNow(app: Pick<TestApp, 'services'>, at?: Date): Promise<void> {
  await makePushesDue(app);
  await pushDue(app.services, at);
}

/** Returns the pending push messages for a member's devices, as they are stored. */
export async function listPushes({ services }: Pick<TestApp, 'services'>, member: TestMember) {
  return services.db
    .selectFrom('push_messages as m')
    .innerJoin('push_subscriptions as d', 'd.id', 'm.subscription_id')
    .selectAll('m')
    .where('d.user_id', '=', member.id)
    .execute();
}
