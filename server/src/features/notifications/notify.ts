/** Writes and retracts notifications, for the files that define the triggers. */
import { lockCounters } from '#access/members.ts';
import type { Tx } from '#db/events.ts';
import { notificationChanged } from './events.ts';
import type { GroupKey } from './groups.ts';
import { deleteOlderRead, markGroupRead, type NewNotification } from './queries.ts';
import { retractActors } from './write/retract-queries.ts';
import type { SwitchColumn } from './write/wanted.ts';
import { writeNotifications } from './write/write-queries.ts';

/** Locks the counters of the notified members, so that concurrent changes of switches and visibility are seen. */
const lockRecipients = (tx: Tx, notifications: readonly Pick<NewNotification, 'userId'>[]): Promise<void> =>
  lockCounters(
    tx.db,
    notifications.map(({ userId }) => userId),
  );

/** Has the exact unread counts of these members sent to their tabs. */
export const announceUnread = (tx: Tx, userIds: readonly string[]): Promise<void> =>
  tx.emitAll(
    notificationChanged,
    userIds.map((userId) => ({ userId, notificationId: null })),
  );

async function write(
  tx: Tx,
  setting: SwitchColumn | null,
  notifications: readonly NewNotification[],
  { once }: Once,
): Promise<void> {
  if (notifications.length === 0) return;
  await lockRecipients(tx, notifications);
  await tx.emitAll(notificationChanged, await writeNotifications(tx.db, setting, notifications, once));
}

/** With `once`, the same actor never notifies twice in the same group. */
type Once = { once: boolean };

/** Writes notifications, except for members who are the actor, do not see the actor, or have the switch off. */
export const notifyAll = (
  tx: Tx,
  setting: SwitchColumn,
  notifications: readonly NewNotification[],
  options: Once,
): Promise<void> =>
  write(
    tx,
    setting,
    notifications.filter(({ userId, actorId }) => userId !== actorId),
    options,
  );

/** Writes one notification by the rules of `notifyAll`. */
export const notify = (tx: Tx, setting: SwitchColumn, notification: NewNotification, options: Once): Promise<void> =>
  notifyAll(tx, setting, [notification], options);

/** Writes notifications by the moderators. They name nobody, have no switch, and are written once per group. */
export const notifyByModerators = (tx: Tx, notifications: readonly NewNotification[]): Promise<void> =>
  write(tx, null, notifications, { once: true });

/** Writes notifications about what the product has done for members. They have no switch. */
export const notifyByProduct = (tx: Tx, notifications: readonly NewNotification[]): Promise<void> =>
  write(tx, null, notifications, { once: false });

/**
 * The fields of a notification that nobody caused. Every row needs an actor, so it names the recipient, whom the view
 * leaves out.
 */
export const withoutActor = (userId: string) => ({ userId, actorId: userId, type: 'event', commentId: null }) as const;

export const postLink = (postId: string): string => `/activities#${postId}`;

/** Removes actors from members' unread notifications. */
export async function retractAll(
  tx: Tx,
  actions: readonly Pick<NewNotification, 'userId' | 'groupKey' | 'actorId'>[],
): Promise<void> {
  const others = actions.filter(({ userId, actorId }) => userId !== actorId);
  if (others.length === 0) return;
  await lockRecipients(tx, others);
  await announceUnread(tx, await retractActors(tx.db, others));
}

/** Removes one actor from a member's unread notification. */
export const retract = (tx: Tx, userId: string, groupKey: GroupKey, actorId: string): Promise<void> =>
  retractAll(tx, [{ userId, groupKey, actorId }]);

/** Marks a member's unread notification of a group as read, and sends the new unread count. */
export async function markGroupReadAndAnnounce(tx: Tx, userId: string, groupKey: GroupKey): Promise<void> {
  if (await markGroupRead(tx.db, userId, groupKey)) await announceUnread(tx, [userId]);
}

/** Like markGroupReadAndAnnounce, for a long-lived group such as a chat: keeps only its newest read notification. */
export async function markGroupReadKeepingNewest(tx: Tx, userId: string, groupKey: GroupKey): Promise<void> {
  if (!(await markGroupRead(tx.db, userId, groupKey))) return;
  await deleteOlderRead(tx.db, userId, groupKey);
  await announceUnread(tx, [userId]);
}
