/** Updates notifications whose subject is deleted, and sends their members the new unread count. */
import { lockCounters } from '#access/members.ts';
import type { Tx } from '#db/events.ts';
import { accountDeleting, memberLeaving } from '#features/account-data/events.ts';
import { commentDeleted } from '#features/comments/events.ts';
import { memberBlocked } from '#features/moderation/events.ts';
import { postDeleted } from '#features/posts/events.ts';
import type { Services } from '#services.ts';
import { announceUnread } from '../notify.ts';
import { deleteNotificationsOf, selectRecipientsOf } from '../queries.ts';
import { selectUnreadOfComment, selectUnreadOfMember, selectUnreadOfPost } from '../unread-queries.ts';

const RECIPIENTS_AT_ONCE = 250;

async function removeActor(tx: Tx, actorId: string, notified: readonly string[]): Promise<void> {
  await lockCounters(tx.db, notified);
  await deleteNotificationsOf(tx.db, notified, actorId);
}

/**
 * Removes a deleted or banned member from notifications; other actors of the same notification remain. Notifications
 * about a deleted post or comment are deleted by cascade.
 */
export function listenToDeletions({ events }: Services): void {
  events.within(accountDeleting, async (tx, { userId }) => {
    const unread = await selectUnreadOfMember(tx.db, userId);
    await removeActor(tx, userId, await selectRecipientsOf(tx.db, userId));
    await announceUnread(tx, unread);
  });
  events.within(memberLeaving, async (tx, batch) => {
    const notified = await selectRecipientsOf(tx.db, batch.userId, RECIPIENTS_AT_ONCE);
    await removeActor(tx, batch.userId, notified);
    await announceUnread(tx, notified);
    batch.remains ||= notified.length === RECIPIENTS_AT_ONCE;
  });
  events.within(postDeleted, async (tx, { postId }) => announceUnread(tx, await selectUnreadOfPost(tx.db, postId)));
  events.within(commentDeleted, async (tx, { commentId }) =>
    announceUnread(tx, await selectUnreadOfComment(tx.db, commentId)),
  );
}

/** When one member blocks another, the notifications of each about the other are retracted. */
export function listenToBlocks({ events }: Services): void {
  events.within(memberBlocked, async (tx, { userId, blockedId }) => {
    for (const [notified, actor] of [
      [userId, blockedId],
      [blockedId, userId],
    ] as const) {
      await deleteNotificationsOf(tx.db, [notified], actor);
      await announceUnread(tx, [notified]);
    }
  });
}
