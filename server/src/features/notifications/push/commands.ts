import { createHash } from 'node:crypto';
import type { RouteCall } from '@afterhours/contract/base/route';
import { type createPushSubscription, MAX_PUSH_DEVICES, pushMessages } from '@afterhours/contract/push';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { Session } from '#http/gate/session.ts';
import { areDeviceKeys, type PushTarget } from '#platform/push/push-services.ts';
import { placeIn, pushTarget } from '#platform/secrets/sealed-columns.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { selectCounts } from '../queries.ts';
import { loadPushKeys } from './keys.ts';
import { countSubscriptions, deleteReplaced, deleteSubscriptions, findOfSession, lockSession } from './queries.ts';
import { openTarget, sendNotice } from './send-due.ts';

type Wanted = RouteCall<typeof createPushSubscription>['body'];
type Member = Pick<Session, 'userId' | 'sessionId'>;

/** Throws a 422 for an address or keys to which nothing can be sent. */
function requireTarget({ pushServices }: Services, { endpoint, keys: { p256dh, auth } }: Wanted): PushTarget {
  if (!pushServices.mayBe(endpoint)) throw fieldProblem('endpoint', pushMessages.endpoint);
  const keys = { p256dh: p256dh.replaceAll('=', ''), auth: auth.replaceAll('=', '') };
  if (!areDeviceKeys(keys)) throw fieldProblem('keys', pushMessages.keys);
  return { endpoint, keys };
}

/**
 * Sends the member's notifications to the device of a session from now on. What was subscribed before with the same
 * address, by whatever member, ends. Throws a 409 for one device too many.
 */
export async function subscribe(services: Services, { userId, sessionId }: Member, wanted: Wanted): Promise<void> {
  const target = requireTarget(services, wanted);
  const text = JSON.stringify(target);
  const endpointHash = createHash('sha256').update(target.endpoint).digest();
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
        target: services.secrets.seal(placeIn(pushTarget, id), text),
      })
      .execute();
  });
}

/** Sends a notice to the device of a session, and says what its service made of it. */
export async function sendTest(services: Services, { userId, sessionId }: Member, title: string): Promise<void> {
  const device = await findOfSession(services.db, sessionId);
  const target = device && (await openTarget(services, device));
  if (!device || !target) throw new AppError(409, pushMessages.notHere);
  const { unread: badge } = await selectCounts(services.db, userId);
  const payload = { title, body: '', url: '/Settings?tab=notifications', tag: 'test', badge };
  const vapid = await loadPushKeys(services);
  const result = await sendNotice(services, vapid, target, { payload, urgency: 'high' });
  if (result.kind === 'taken') return;
  if (result.kind !== 'gone') throw new AppError(503, pushMessages.away);
  await deleteSubscriptions(services.db, [device.id]);
  throw new AppError(409, pushMessages.gone);
}
