/** Writing one notification and taking it back, for the files that say what is told of. */

import type { Tx } from '#db/events.ts';
import { lockMembers } from '#features/people/loaders.ts';
import { notificationChanged } from './events.ts';
import { isSeen, markGroupRead, type NewNotification, retractActor, upsertNotification, wasTold } from './queries.ts';

type Switch = 'notify_like' | 'notify_comment' | 'notify_follow' | 'notify_event' | 'notify_message';

/** Whether a member has a switch On. */
export async function wants(tx: Tx, userId: string, setting: Switch): Promise<boolean> {
  const row = await tx.db.selectFrom('users').select(setting).where('id', '=', userId).executeTakeFirst();
  return row?.[setting] ?? false;
}

/** Whether the actor is there for the member: looked at with the counts held, so that a block made at once is seen. */
async function sees(tx: Tx, userId: string, actorId: string): Promise<boolean> {
  // Who writes to a member, or invites them, holds their counts first, too: so neither waits for the other.
  await lockMembers(tx.db, [userId]);
  return isSeen(tx.db, userId, actorId);
}

/**
 * Writes a notification, unless its member is the actor, does not see the actor, or has the switch Off; null for what
 * has no switch. With `once`, not again of the same actor and group.
 */
export async function tell(
  tx: Tx,
  setting: Switch | null,
  notification: NewNotification,
  once: boolean,
): Promise<void> {
  const { userId, actorId, groupKey } = notification;
  if (userId === actorId || (setting !== null && !(await wants(tx, userId, setting)))) return;
  if (once && (await wasTold(tx.db, userId, groupKey, actorId))) return;
  if (!(await sees(tx, userId, actorId))) return;
  const notificationId = await upsertNotification(tx.db, notification);
  await tx.emit(notificationChanged, { userId, notificationId });
}

/** Takes an actor back out of what a member has not read yet. */
export async function takeBack(tx: Tx, userId: string, groupKey: string, actorId: string): Promise<void> {
  if (await retractActor(tx.db, userId, groupKey, actorId))
    await tx.emit(notificationChanged, { userId, notificationId: null });
}

/** Marks what a member was told of a group as read, with the badge told. */
export async function settle(tx: Tx, userId: string, groupKey: string): Promise<void> {
  if (await markGroupRead(tx.db, userId, groupKey))
    await tx.emit(notificationChanged, { userId, notificationId: null });
}
