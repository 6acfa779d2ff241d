/** A receiver's actions on a message request. Its sender learns only of an acceptance. */
import { messageRequestMessages } from '@afterhours/contract/messages/message-requests';
import { reportMessages } from '@afterhours/contract/moderation/moderation';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { requestChanged } from '#features/messages/events.ts';
import { acceptRequests } from '#features/messages/loaders.ts';
import { type Reason, reportMessage, setBlockWithin } from '#features/moderation/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import {
  ignoreRequestOf,
  lockRequest,
  lockState,
  type OneRequest,
  type State,
  selectRequest,
  setRequest,
} from './queries.ts';

type ReceivedFrom = { userId: string; otherId: string };

/** Accepts the requests that these members have received from the others; a repeat changes nothing. */
export async function acceptAll(tx: Tx, sides: readonly ReceivedFrom[]): Promise<void> {
  const accepted = await acceptRequests(tx.db, sides);
  await tx.emitAll(
    requestChanged,
    accepted.map((row) => ({
      conversationId: row.conversation_id,
      senderId: row.other_user_id,
      receiverId: row.user_id,
      request: null,
    })),
  );
}

function announce(tx: Tx, { userId, otherId }: ReceivedFrom, conversationId: string, request: State): Promise<void> {
  return tx.emit(requestChanged, { conversationId, senderId: otherId, receiverId: userId, request });
}

/** Ignores the request that its receiver reports. */
export async function ignoreReported(tx: Tx, userId: string, messageId: string): Promise<void> {
  const ignored = await ignoreRequestOf(tx.db, userId, messageId);
  if (ignored) await announce(tx, { userId, otherId: ignored.other_user_id }, ignored.conversation_id, 'ignored');
}

/** Moves a request to another state; a repeat changes nothing. */
async function moveRequest(tx: Tx, between: ReceivedFrom, conversationId: string, state: State): Promise<void> {
  const isMoved = await setRequest(tx.db, between.userId, conversationId, state);
  if (isMoved) await announce(tx, between, conversationId, state);
}

/** Returns a request. Throws a 404 if there is none, and a 409 if it is accepted. */
async function requireRequest(services: Services, userId: string, conversationId: string): Promise<OneRequest> {
  const found = await selectRequest(services.readsNow, userId, conversationId);
  if (!found) throw notFound(messageRequestMessages.gone);
  if (found.request === null) throw new AppError(409, messageRequestMessages.gone);
  return found;
}

/** Locks a request that was found earlier. Throws as `requireRequest` does if it has been accepted since. */
async function requireUnaccepted(tx: Tx, userId: string, conversationId: string): Promise<void> {
  const state = await lockState(tx.db, userId, conversationId);
  if (state === undefined) throw notFound(messageRequestMessages.gone);
  if (state === null) throw new AppError(409, messageRequestMessages.gone);
}

/**
 * Accepts a request, ignores it, or stops ignoring it. Throws a 404 if there is none, and a 409 for ignoring an
 * accepted one.
 */
export function answerRequest(
  services: Services,
  userId: string,
  conversationId: string,
  state: State | null,
): Promise<OneRequest> {
  return inTransaction(services, async (tx) => {
    const locked = await lockRequest(tx.db, userId, conversationId);
    if (!locked) throw notFound(messageRequestMessages.gone);
    const otherId = locked.other_user_id;
    if (state === null) await acceptAll(tx, [{ userId, otherId }]);
    else if (locked.request === null) throw new AppError(409, messageRequestMessages.gone);
    else await moveRequest(tx, { userId, otherId }, conversationId, state);
    return locked;
  });
}

/** Blocks the sender of a request, which ignores the request. Throws as `answerRequest` does. Returns their name. */
export async function blockRequest(
  services: Services,
  userId: string,
  conversationId: string,
): Promise<OneRequest & { name: string }> {
  const found = await requireRequest(services, userId, conversationId);
  const otherId = found.other_user_id;
  return inTransaction(services, async (tx) => {
    // First the block, which locks both members, as a message does before it locks a side of its chat.
    const name = await setBlockWithin(tx, userId, otherId, true);
    await requireUnaccepted(tx, userId, conversationId);
    await moveRequest(tx, { userId, otherId }, conversationId, 'ignored');
    return { ...found, name };
  });
}

/** Reports the message of a request, which ignores the request. Throws as `answerRequest` does. */
export async function reportRequest(
  services: Services,
  userId: string,
  conversationId: string,
  reason: Reason,
): Promise<OneRequest> {
  const found = await requireRequest(services, userId, conversationId);
  if (found.message_id === null) throw notFound(reportMessages.messageGone);
  await reportMessage(services, userId, found.message_id, reason, (tx) =>
    requireUnaccepted(tx, userId, conversationId),
  );
  return found;
}
