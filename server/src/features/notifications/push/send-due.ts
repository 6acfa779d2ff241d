/**
 * Sends notifications to devices some time after they were made. The transaction that writes a notification schedules
 * pushes to the member's devices (`push_messages`); every server that runs jobs polls for due ones and claims some.
 * Nothing is sent if the notification has been read by then, the member has a visible tab, or calm mode is on. A row is
 * deleted only after the push service has accepted the push: if a server dies before that, the push is sent again, and
 * replaces the first by its topic and tag.
 */
import { MINUTE_MS, SECOND_MS } from '@afterhours/contract/base/durations';
import type { PushPayload } from '@afterhours/contract/notifications/push';
import type { PushResult, PushTarget, Vapid } from '#platform/push/push-services.ts';
import { cellOf, pushTarget } from '#platform/secrets/sealed-columns.ts';
import type { Services } from '#services.ts';
import { findQuietEnd } from '../delivery/quiet.ts';
import { plus, retrySeconds } from '../delivery/retry.ts';
import { loadPushKeys } from './keys.ts';
import { loadPushes, type Push, shorten } from './pushes.ts';
import {
  type Claimed,
  claimDue,
  type DeviceRow,
  deleteSubscriptions,
  finish,
  postpone,
  selectDevices,
} from './queries.ts';

export const POLL_SECONDS = 5;
const DEVICES_AT_ONCE = 20;
/** A server sends what it has claimed within this time, or has died. */
const CLAIMED_SECONDS = 180;
/** Devices that are off get a notification later, but not after a day. */
const TTL_SECONDS = 86_400;

/** The minimum gap between two pushes of the same group. */
const GAP_MS = 10 * MINUTE_MS;

/** Tests pass the current time as `at`. */
type Sending = { services: Services; vapid: Vapid; at: Date | undefined };

/** Returns a device's address and keys, or null if they cannot be opened. */
export async function openTarget(
  { secrets }: Services,
  { id, target }: Pick<DeviceRow, 'id' | 'target'>,
): Promise<PushTarget | null> {
  const opened = await secrets.open(cellOf(pushTarget, id), target);
  return opened === null ? null : (JSON.parse(opened) as PushTarget);
}

/** Sends a push. One that is too large for the push service is sent again, shorter. */
export async function sendPush(
  { pushServices }: Services,
  vapid: Vapid,
  target: PushTarget,
  { payload, urgency }: Pick<Push, 'payload' | 'urgency'>,
): Promise<PushResult> {
  const send = (sent: PushPayload) =>
    pushServices.send({ target, payload: JSON.stringify(sent), topic: sent.tag, urgency, ttl: TTL_SECONDS, vapid });
  const result = await send(payload);
  return result.kind === 'tooLarge' ? send(shorten(payload)) : result;
}

/** Returns when to retry pushes that a push service did not accept, at the earliest when it has requested. */
function findRetry(now: Date, requestedSeconds: number | null, claimed: readonly Claimed[]): Date {
  const seconds = Math.max(requestedSeconds ?? 0, retrySeconds(Math.min(...claimed.map(({ tries }) => tries))));
  return plus(now, seconds * SECOND_MS);
}

/** Sends a device's pushes one by one, until its push service is gone or asks to retry later. */
async function sendAll({ services, vapid }: Sending, device: DeviceRow, target: PushTarget, pushes: Push[]) {
  const sent: string[] = [];
  const rejected: string[] = [];
  for (const push of pushes) {
    const result = await sendPush(services, vapid, target, push);
    if (result.kind === 'gone' || result.kind === 'later') return { sent, rejected, stopped: result };
    if (result.kind !== 'taken') services.log.warn({ device: device.id, result }, 'a push service refused a push');
    (result.kind === 'taken' ? sent : rejected).push(...push.ids);
  }
  return { sent, rejected, stopped: null };
}

async function pushToDevice(sending: Sending, device: DeviceRow, claimed: readonly Claimed[]): Promise<void> {
  const { services, at } = sending;
  const now = at ?? device.now;
  const repeatAt = plus(now, GAP_MS);
  const target = await openTarget(services, device);
  if (!target || device.kept_out || device.looking || device.calm)
    return finish(services, device, claimed, { sent: [], repeatAt });
  const quietEnd = device.quiet && findQuietEnd(now, device.quiet);
  if (quietEnd) return postpone(services, device, claimed, { until: quietEnd, tried: false });
  const pushes = await loadPushes(
    services.db,
    device,
    claimed.map((one) => one.notification_id),
  );
  const { sent, rejected, stopped } = await sendAll(sending, device, target, pushes);
  if (stopped?.kind === 'gone') return deleteSubscriptions(services.db, [device.id]);
  const handled = new Set([...sent, ...rejected]);
  const remaining = new Set(pushes.flatMap(({ ids }) => ids).filter((id) => !handled.has(id)));
  const done = claimed.filter((one) => !remaining.has(one.notification_id));
  if (done.length > 0) await finish(services, device, done, { sent, repeatAt });
  if (!stopped) return;
  const rest = claimed.filter((one) => remaining.has(one.notification_id));
  await postpone(services, device, rest, { until: findRetry(now, stopped.seconds, rest), tried: true });
}

/** Sends all due pushes that no other server has claimed. Tests pass `at` as the current time. */
export async function pushDue(services: Services, at?: Date): Promise<void> {
  for (;;) {
    const claimed = await claimDue(services.db, DEVICES_AT_ONCE, CLAIMED_SECONDS, at);
    if (claimed.length === 0) return;
    const byDevice = Map.groupBy(claimed, (one) => one.subscription_id);
    const sending = { services, vapid: await loadPushKeys(services), at };
    const devices = await selectDevices(services.db, [...byDevice.keys()]);
    const live = new Set(devices.map(({ id }) => id));
    const ended = [...byDevice.keys()].filter((id) => !live.has(id));
    if (ended.length > 0) await deleteSubscriptions(services.db, ended);
    await Promise.all(devices.map((device) => pushToDevice(sending, device, byDevice.get(device.id) ?? [])));
  }
}
