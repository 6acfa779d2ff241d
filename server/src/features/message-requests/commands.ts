/** A receiver's actions on a message request. Its sender learns only of an acceptance. */
import { messageRequestMessages } from '@afterhours/contract/messages/message-requests';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { requestChanged } from '#features/messages/events.ts';
import { acceptRequests } from '#features/messages/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { type LockedRequest, lockRequest, type State, setRequest } from './queries.ts';

type Side = { userId: string; otherId: string };

/** Accepts the requests that these members have received from the others; a repeat changes nothing. */
export async function acceptAll(tx: Tx, sides: readonly Side[]): Promise<void> {
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

/**
 * Accepts a request, ignores it, or stops ignoring it. Throws a 404 if there is none, and a 409 for ignoring an
 * accepted one.
 */
export function answerRequest(
  services: Services,
  userId: string,
  conversationId: string,
  state: State | null,
): Promise<LockedRequest> {
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
