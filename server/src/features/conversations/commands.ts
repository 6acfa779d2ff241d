import { conversationMessages } from '@afterhours/contract/messages/conversations';
import type { EventPayload, Tx } from '#db/events.ts';
import { LARGEST_INTEGER } from '#db/statements/keyset.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { memberLeaving } from '#features/account-data/events.ts';
import { notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { conversationSeen, readMarkersChanged } from './events.ts';
import { selectReadMarkers, type Which } from './queries.ts';
import {
  clearSide,
  type HeldSide,
  lockSide,
  raiseDelivered,
  raiseRead,
  selectConversationId,
  selectUnreadOf,
  setSidePinned,
} from './read-marker-queries.ts';
import type { ReadMarkersRow } from './views.ts';

const NO_CHAT = conversationMessages.noChat;

/**
 * Locks the member's side of a chat, runs `work` on it, and returns its resulting state. Throws a 404 if there is no
 * such chat.
 */
function change(
  services: Services,
  userId: string,
  which: Which,
  work: (tx: Tx, side: HeldSide) => Promise<void>,
): Promise<ReadMarkersRow> {
  return inTransaction(services, async (tx) => {
    const side = await lockSide(tx.db, userId, which);
    if (!side) throw notFound(NO_CHAT);
    await work(tx, side);
    const readMarkers = await selectReadMarkers(tx.db, userId, which);
    if (!readMarkers) throw notFound(NO_CHAT);
    return readMarkers;
  });
}

const toChange = (userId: string, side: HeldSide, visibleToOther: boolean) => ({
  conversationId: side.conversation_id,
  userId,
  otherId: side.other_user_id,
  visibleToOther,
});

/** Marks a conversation as read up to `seq`, never back. A message that is read also counts as delivered. */
export function setMessagesRead(
  services: Services,
  userId: string,
  which: Which,
  seq: number,
): Promise<ReadMarkersRow> {
  return change(services, userId, which, async (tx, side) => {
    const conversationId = side.conversation_id;
    if (await raiseRead(tx.db, userId, conversationId, seq))
      await tx.emit(readMarkersChanged, toChange(userId, side, true));
    await tx.emit(conversationSeen, { conversationId, userId });
  });
}

/** Marks a conversation as delivered up to `seq`, never back. */
export function setMessagesDelivered(
  services: Services,
  userId: string,
  which: Which,
  seq: number,
): Promise<ReadMarkersRow> {
  return change(services, userId, which, async (tx, side) => {
    if (await raiseDelivered(tx.db, userId, side.conversation_id, seq))
      await tx.emit(readMarkersChanged, toChange(userId, side, true));
  });
}

/** Pins or unpins a chat; a repeat changes nothing. */
export function setPinned(
  services: Services,
  userId: string,
  otherId: string,
  pinned: boolean,
): Promise<ReadMarkersRow> {
  return change(services, userId, { otherId }, async (tx, side) => {
    if (await setSidePinned(tx.db, userId, side.conversation_id, pinned))
      await tx.emit(readMarkersChanged, toChange(userId, side, false));
  });
}

/** Hides a chat's current messages from the member. Later and concurrent messages bring back only themselves. */
export function deleteChat(services: Services, userId: string, otherId: string): Promise<ReadMarkersRow> {
  return change(services, userId, { otherId }, async (tx, side) => {
    await clearSide(tx.db, userId, side.conversation_id);
    await tx.emit(readMarkersChanged, toChange(userId, side, false));
    await tx.emit(conversationSeen, { conversationId: side.conversation_id, userId });
  });
}

/** Resets the unread counts of two members' conversation when one blocks the other: neither can see it any more. */
export async function resetUnreadOfBlocked(tx: Tx, userId: string, blockedId: string): Promise<void> {
  const conversationId = await selectConversationId(tx.db, userId, blockedId);
  if (conversationId === undefined) return;
  for (const [one, other] of [
    [userId, blockedId],
    [blockedId, userId],
  ] as const) {
    if (await raiseRead(tx.db, one, conversationId, LARGEST_INTEGER))
      await tx.emit(readMarkersChanged, { conversationId, userId: one, otherId: other, visibleToOther: false });
  }
}

const CONVERSATIONS_AT_ONCE = 100;

/** Resets the unread counts of a batch of a leaving member's conversations, because nobody can see them any more. */
export async function resetUnreadOfLeaving(tx: Tx, batch: EventPayload<typeof memberLeaving>): Promise<void> {
  const { userId: otherId } = batch;
  const unread = await selectUnreadOf(tx.db, otherId, CONVERSATIONS_AT_ONCE);
  let raised = 0;
  for (const { conversation_id: conversationId, user_id: userId } of unread) {
    if (!(await raiseRead(tx.db, userId, conversationId, LARGEST_INTEGER))) continue;
    raised++;
    await tx.emit(readMarkersChanged, { conversationId, userId, otherId, visibleToOther: false });
  }
  batch.remains ||= unread.length === CONVERSATIONS_AT_ONCE && raised > 0;
}
