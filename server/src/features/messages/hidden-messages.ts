/**
 * Empties messages that a decision hides, as a deletion does, and fills them again after its reversal. Their files
 * stay, for the case and for the reversal, but no longer have an address in the chat.
 */
import { decisionReversed, messageHidden } from '#features/moderation/events.ts';
import type { Services } from '#services.ts';
import { emptyForBoth } from './delete-message.ts';
import { messageShown, requestChanged } from './events.ts';
import { restoreHidden, selectHidden, storeHidden } from './hidden-queries.ts';
import { countUnread, lockMessage, selectRequest } from './queries.ts';

export function listenToDecisions({ events }: Services): void {
  events.within(messageHidden, async (tx, { messageId, senderId, decisionId }) => {
    const message = await lockMessage(tx.db, senderId, messageId);
    if (!message) return;
    await storeHidden(tx.db, message, decisionId);
    await emptyForBoth(tx, message);
  });
  events.within(decisionReversed, async (tx, { decisionId }) => {
    for (const { messageId, senderId } of await selectHidden(tx.db, decisionId)) {
      const message = await lockMessage(tx.db, senderId, messageId);
      if (!message || !(await restoreHidden(tx.db, decisionId, messageId))) continue;
      const chat = {
        conversationId: message.conversation_id,
        senderId: message.sender_id,
        receiverId: message.receiver_id,
      };
      await tx.emit(messageShown, { ...chat, unread: (await countUnread(tx.db, message, 1)) !== null });
      // A request was gone with its message.
      const request = await selectRequest(tx.db, message);
      if (request !== null) await tx.emit(requestChanged, { ...chat, request });
    }
  });
}
