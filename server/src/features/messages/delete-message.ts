import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { releaseUploads } from '#features/uploads/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { messageDeleted } from './events.ts';
import { deleteHidden } from './hidden-queries.ts';
import { countUnread, deleteAttachments, emptyMessage, type LockedMessage, lockMessage } from './queries.ts';

/** Empties a locked message for both members. Returns the uploads of its files; none if it was empty already. */
export async function emptyForBoth(tx: Tx, message: LockedMessage): Promise<string[]> {
  if (!(await emptyMessage(tx.db, message.id))) return [];
  const uploadIds = await deleteAttachments(tx.db, message.id);
  await tx.emit(messageDeleted, {
    messageId: message.id,
    conversationId: message.conversation_id,
    seq: message.seq,
    senderId: message.sender_id,
    receiverId: message.receiver_id,
    unreadLeft: await countUnread(tx.db, message, -1),
  });
  return uploadIds;
}

/**
 * Deletes the member's own message for both sides, with its files; a repeat changes nothing. A hidden message that is
 * deleted does not come back with a reversal. Its number stays in use, so that no other number changes. Throws a 404 if
 * it is in none of the member's conversations, and a 403 if the other member wrote it.
 */
export function deleteMessage(services: Services, userId: string, messageId: string): Promise<LockedMessage> {
  return inTransaction(services, async (tx) => {
    const message = await lockMessage(tx.db, userId, messageId);
    if (!message) throw notFound();
    if (message.sender_id !== userId) throw new AppError(403);
    const uploadIds = await emptyForBoth(tx, message);
    await releaseUploads(tx.db, services.jobs, [...uploadIds, ...(await deleteHidden(tx.db, message))]);
    return message;
  });
}
