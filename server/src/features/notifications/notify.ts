/** Writing notifications and taking them back, for the files that say what is told of. */

import { lockMembers } from '#access/members.ts';
import type { Tx } from '#db/events.ts';
import { notificationChanged } from './events.ts';
import { retractActors, type Switch, writeNotifications } from './notify-queries.ts';
import { deleteOlderRead, markGroupRead, type NewNotification } from './queries.ts';

/**
 * Writes notifications, but not to members who are the actor, do not see the actor, or have the switch Off. With
 * `once`, not again of the same actor and group.
 */
export async function notifyAll(
  tx: Tx,
  setting: Switch,
  notifications: readonly NewNotification[],
  once: boolean,
): Promise<void> {
  const others = notifications.filter(({ userId, actorId }) => userId !== actorId);
  if (others.length === 0) return;
  // Whether they want it, and see each other, is looked at with the counts held, so that what is done at once is seen.
  await lockMembers(
    tx.db,
    others.map(({ userId }) => userId),
  );
  await tx.emitAll(notificationChanged, await writeNotifications(tx.db, setting, others, once));
}

/** The same for one. */
export const notify = (tx: Tx, setting: Switch, notification: NewNotification, once: boolean): Promise<void> =>
  notifyAll(tx, setting, [notification], once);

/** Takes actors back out of what members have not read yet. */
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

/** The same for one. */
export const retract = (tx: Tx, userId: string, groupKey: string, actorId: string): Promise<void> =>
  retractAll(tx, [{ userId, groupKey, actorId }]);

/** Marks what a member was told of a group as read, with the badge told. */
export async function markGroupReadAndAnnounce(tx: Tx, userId: string, groupKey: string): Promise<void> {
  if (await markGroupRead(tx.db, userId, groupKey))
    await tx.emit(notificationChanged, { userId, notificationId: null });
}

/** The same for a group that goes on for years, as a chat does: of what was read the newest stays. */
export async function markGroupReadKeepingNewest(tx: Tx, userId: string, groupKey: string): Promise<void> {
  if (!(await markGroupRead(tx.db, userId, groupKey))) return;
  await deleteOlderRead(tx.db, userId, groupKey);
  await tx.emit(notificationChanged, { userId, notificationId: null });
}
