/** Writes and retracts notifications, for the files that define the triggers. */

import { lockMembers } from '#access/members.ts';
import type { Tx } from '#db/events.ts';
import { notificationChanged } from './events.ts';
import { retractActors, type Switch, writeNotifications } from './notify-queries.ts';
import { deleteOlderRead, markGroupRead, type NewNotification } from './queries.ts';

/**
 * Writes notifications, except for members who are the actor, do not see the actor, or have the switch off. With
 * `once`, the same actor never notifies twice in the same group.
 */
export async function notifyAll(
  tx: Tx,
  setting: Switch,
  notifications: readonly NewNotification[],
  once: boolean,
): Promise<void> {
  const others = notifications.filter(({ userId, actorId }) => userId !== actorId);
  if (others.length === 0) return;
  // The switch and visibility are checked with the counters locked, so that concurrent changes are seen.
  await lockMembers(
    tx.db,
    others.map(({ userId }) => userId),
  );
  await tx.emitAll(notificationChanged, await writeNotifications(tx.db, setting, others, once));
}

/** Writes notifications by the moderators. They name nobody, have no switch, and are written once per group. */
export async function notifyByModerators(tx: Tx, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  await lockMembers(
    tx.db,
    notifications.map(({ userId }) => userId),
  );
  await tx.emitAll(notificationChanged, await writeNotifications(tx.db, null, notifications, true));
}

/** Writes notifications about what the product has done for members. They have no switch. */
export async function notifyByProduct(tx: Tx, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  await lockMembers(
    tx.db,
    notifications.map(({ userId }) => userId),
  );
  await tx.emitAll(notificationChanged, await writeNotifications(tx.db, null, notifications, false));
}

/** Writes one notification by the rules of `notifyAll`. */
export const notify = (tx: Tx, setting: Switch, notification: NewNotification, once: boolean): Promise<void> =>
  notifyAll(tx, setting, [notification], once);

/** Removes actors from members' unread notifications. */
export async function retractAll(
  tx: Tx,
  actions: readonly Pick<NewNotification, 'userId' | 'groupKey' | 'actorId'>[],
): Promise<void> {
  const others = actions.filter(({ userId, actorId }) => userId !== actorId);
  if (others.length === 0) return;
  await lockMembers(
    tx.db,
    others.map(({ userId }) => userId),
  );
  const changed = await retractActors(tx.db, others);
  await tx.emitAll(
    notificationChanged,
    changed.map((userId) => ({ userId, notificationId: null })),
  );
}

/** Removes one actor from a member's unread notification. */
export const retract = (tx: Tx, userId: string, groupKey: string, actorId: string): Promise<void> =>
  retractAll(tx, [{ userId, groupKey, actorId }]);

/** Marks a member's unread notification of a group as read, and sends the new unread count. */
export async function markGroupReadAndAnnounce(tx: Tx, userId: string, groupKey: string): Promise<void> {
  if (await markGroupRead(tx.db, userId, groupKey))
    await tx.emit(notificationChanged, { userId, notificationId: null });
}

/** Like markGroupReadAndAnnounce, for a long-lived group such as a chat: keeps only its newest read notification. */
export async function markGroupReadKeepingNewest(tx: Tx, userId: string, groupKey: string): Promise<void> {
  if (!(await markGroupRead(tx.db, userId, groupKey))) return;
  await deleteOlderRead(tx.db, userId, groupKey);
  await tx.emit(notificationChanged, { userId, notificationId: null });
}
