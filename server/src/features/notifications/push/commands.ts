import { hash } from 'node:crypto';
import type { RouteCall } from '@afterhours/contract/base/route';
import { type createPushSubscription, MAX_PUSH_DEVICES, pushMessages } from '@afterhours/contract/notifications/push';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { Session } from '#http/gate/session.ts';
import { areDeviceKeys, type PushTarget } from '#platform/push/push-services.ts';
import { cellOf, pushTarget } from '#platform/secrets/sealed-columns.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { selectCounts } from '../queries.ts';
import { loadPushKeys } from './keys.ts';
import { countSubscriptions, deleteReplaced, deleteSubscriptions, findOfSession, lockSession } from './queries.ts';
import { openTarget, sendPush } from './send-due.ts';

type Wanted = RouteCall<typeof createPushSubscription>['body'];
type Member = Pick<Session, 'userId' | 'sessionId'>;

/** Throws 422 if nothing can be sent to this address or with these keys. */
function requireTarget({ pushServices }: Services, { endpoint, keys: { p256dh, auth } }: Wanted): PushTarget {
  if (!pushServices.mayBe(endpoint)) throw fieldProblem('endpoint', pushMessages.endpoint);
  const keys = { p256dh: p256dh.replaceAll('=', ''), auth: auth.replaceAll('=', '') };
  if (!areDeviceKeys(keys)) throw fieldProblem('keys', pushMessages.keys);
  return { endpoint, keys };
}

/**
 * Subscribes the device of a session to the member's notifications. Deletes the previous subscription of the session,
 * and of the same address, whoever it belonged to. Throws 409 above MAX_PUSH_DEVICES.
 */
export async function subscribe(services: Services, { userId, sessionId }: Member, wanted: Wanted): Promise<void> {
  const target = requireTarget(services, wanted);
  const text = JSON.stringify(target);
  const endpointHash = hash('sha256', target.endpoint, 'buffer');
  await inTransaction(services, async ({ db }) => {
    if (!(await lockSession(db, userId, sessionId))) throw new AppError(401);
    const before = await findOfSession(db, sessionId);
    if (before && JSON.stringify(await openTarget(services, before)) === text) return;
    await deleteReplaced(db, sessionId, endpointHash);
    if ((await countSubscriptions(db, userId)) >= MAX_PUSH_DEVICES)
      throw new AppError(409, english(pushMessages.many, { max: MAX_PUSH_DEVICES }));
    const id = newId();
    await db
      .insertInto('push_subscriptions')
      .values({
        id,
        user_id: userId,
        session_id: sessionId,
        endpoint_hash: endpointHash,
        target: services.secrets.seal(cellOf(pushTarget, id), text),
      })
      .execute();
  });
}

/** Sends a test push to the device of a session. Throws 409 or 503 if its push service does not accept it. */
export async function sendTest(services: Services, { userId, sessionId }: Member, title: string): Promise<void> {
  const device = await findOfSession(services.db, sessionId);
  const target = device && (await openTarget(services, device));
  if (!device || !target) throw new AppError(409, pushMessages.notHere);
  const { unread: badge } = await selectCounts(services.db, userId);
  const payload = { title, body: '', url: '/Settings?tab=notifications', tag: 'test', badge };
  const vapid = await loadPushKeys(services);
  const result = await sendPush(services, vapid, target, { payload, urgency: 'high' });
  if (result.kind === 'taken') return;
  if (result.kind !== 'gone') throw new AppError(503, pushMessages.away);
  await deleteSubscriptions(services.db, [device.id]);
  throw new AppError(409, pushMessages.gone);
}
