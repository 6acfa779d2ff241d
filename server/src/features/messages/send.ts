/**
 * Sending messages without files: those that come together, of whichever members, are committed together. One batch holds
 * at most one message a conversation, in the order in which they came; what else holds of messages is in `commands.ts`.
 */
import { type Message, messageMessages } from '@afterhours/contract/messages';
import type { Tx } from '#db/events.ts';
import { combine } from '#db/statements/combine.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import { type Claim, currentClaim, keepMadeFor } from '#http/idempotency.ts';
import type { Services } from '#services.ts';
import { messageSent } from './events.ts';
import { noFiles } from './files/signed-urls.ts';
import { selectIdByClientId } from './queries.ts';
import { areAllMeeting, findReceivers, type Sending, storeMessages } from './send-queries.ts';
import { toMessageView } from './views.ts';

type Claimed = Sending & { claim: Claim | null };
/** The message; the id of the one that was sent before; or that the receiver is not there. */
type Outcome = { message: Message } | { sentId: string } | 'gone';

function sendAll(services: Services, all: readonly Claimed[], computed: () => void): Promise<Outcome[]> {
  const work = async (tx: Tx): Promise<Outcome[]> => {
    const receivers = await findReceivers(tx.db, all);
    const isNew = (index: number): boolean => receivers[index]?.isThere === true && receivers[index].sentId === null;
    const sent = all.filter((_one, index) => isNew(index));
    const rows = sent.length > 0 ? await storeMessages(tx.db, sent) : [];
    const messages = rows.map((row) => {
      // Rolls the number back; the caller answers with the message that has this client id.
      if (row === undefined) throw new AppError(409);
      return toMessageView(row, [], noFiles);
    });
    for (const [index, message] of messages.entries())
      await keepMadeFor(tx.db, sent[index]?.claim ?? null, message._id);
    // The receivers' counts are held now, as a block holds them: one that was made meanwhile is seen here.
    if (sent.length > 0 && !(await areAllMeeting(tx.db, sent))) throw notFound();
    await tx.emitAll(
      messageSent,
      messages.map((message) => ({
        messageId: message._id,
        conversationId: message.uniquekey,
        senderId: message.sender_id,
        receiverId: message.receiver_id,
        jobPostId: null,
        message,
      })),
    );
    const stored = messages.values();
    return all.map((_one, index): Outcome => {
      const { isThere, sentId } = receivers[index] ?? { isThere: false, sentId: null };
      if (sentId !== null) return { sentId };
      const message = isThere ? stored.next().value : undefined;
      return message ? { message } : 'gone';
    });
  };
  return inTransaction(services, work, computed);
}

const conversationOf = ({ senderId, receiverId }: Sending): string => [senderId, receiverId].sort().join('/');

/** Stores a message for another member; gives it, or the id of the one that this sender has sent under its client id. */
export type Send = (message: Sending) => Promise<{ message: Message } | { sentId: string }>;

/** What it throws is what `createMessage` does: 404 when the receiver is not there, 422 for oneself. */
export function createSending(services: Services): Send {
  const send = combine<Claimed, Outcome>({
    run: (all, computed) => sendAll(services, all, computed),
    keyOf: conversationOf,
  });
  return async (message) => {
    if (message.senderId === message.receiverId) throw fieldProblem('receiver_id', messageMessages.oneself);
    try {
      const outcome = await send({ ...message, claim: currentClaim() });
      if (outcome === 'gone') throw notFound('This member is no longer there.');
      return outcome;
    } catch (error) {
      // The same message, sent at the same time, came first.
      const { senderId, clientId } = message;
      const sentId = clientId === null ? undefined : await selectIdByClientId(services.db, senderId, clientId);
      if (sentId !== undefined) return { sentId };
      throw error;
    }
  };
}
