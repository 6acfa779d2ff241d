/** A receiver's actions on a message request. Its sender learns only of an acceptance. */
import { messageRequestMessages } from '@afterhours/contract/messages/message-requests';
import { reportMessages } from '@afterhours/contract/moderation/moderation';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { requestChanged } from '#features/messages/events.ts';
import { acceptRequests } from '#features/messages/loaders.ts';
import { type Reason, reportMessage } from '#features/moderation/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { ignoreRequestOf, lockRequest, type OneRequest, type State, selectRequest, setRequest } from './queries.ts';

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

/** Ignores the request that its receiver reports. */
export async function ignoreReported(tx: Tx, userId: string, messageId: string): Promise<void> {
  const ignored = await ignoreRequestOf(tx.db, userId, messageId);
  if (!ignored) return;
  await tx.emit(requestChanged, {
    conversationId: ignored.conversation_id,
    senderId: ignored.other_user_id,
    receiverId: userId,
    request: 'ignored',
  });
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
    if (state === null) await acceptAll(tx, [{ userId, otherId: locked.other_user_id }]);
    else if (locked.request === null) throw new AppError(409, messageRequestMessages.gone);
    else if (await setRequest(tx.db, userId, conversationId, state))
      await tx.emit(requestChanged, {
        conversationId,
        senderId: locked.other_user_id,
        receiverId: userId,
        request: state,
      });
    return locked;
  });
}

/** Reports the message of a request, which ignores the request. Throws as `answerRequest` does. */
export async function reportRequest(
  services: Services,
  userId: string,
  conversationId: string,
  reason: Reason,
): Promise<OneRequest> {
  const found = await selectRequest(services.readsNow, userId, conversationId);
  if (!found) throw notFound(messageRequestMessages.gone);
  if (found.request === null) throw new AppError(409, messageRequestMessages.gone);
  if (found.message_id === null) throw notFound(reportMessages.messageGone);
  await reportMessage(services, userId, found.message_id, reason);
  return found;
}
