/**
 * Sends messages without files; those that arrive together, of any members, are committed together. One batch has at
 * most one message of a conversation, in the order of arrival; `commands.ts` has the other rules of messages.
 */
import { type Message, messageMessages } from '@afterhours/contract/messages';
import { personTexts } from '@afterhours/contract/people';
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
/** The stored message; the id of the one sent before; or that the receiver is not visible. */
type Outcome = { message: Message } | { sentId: string } | 'gone';

function sendAll(services: Services, all: readonly Claimed[], computed: () => void): Promise<Outcome[]> {
  const work = async (tx: Tx): Promise<Outcome[]> => {
    const receivers = await findReceivers(tx.db, all);
    const isNew = (index: number): boolean => receivers[index]?.isThere === true && receivers[index].sentId === null;
    const sent = all.filter((_one, index) => isNew(index));
    const rows = sent.length > 0 ? await storeMessages(tx.db, sent) : [];
    const messages = rows.map((row) => {
      // This rolls the number back; the caller returns the message that has this client id.
      if (row === undefined) throw new AppError(409);
      return toMessageView(row, [], noFiles);
    });
    for (const [index, message] of messages.entries())
      await keepMadeFor(tx.db, sent[index]?.claim ?? null, message._id);
    // The receivers' counts are locked now, as a block locks them, so that a concurrent block is seen here.
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

/** Stores a message for another member. Returns it, or the id of the sender's earlier one with the same client id. */
export type Send = (message: Sending) => Promise<{ message: Message } | { sentId: string }>;

/** Throws the errors of `createMessage`: 404 when the receiver is not visible, 422 for oneself. */
export function createSending(services: Services): Send {
  const send = combine<Claimed, Outcome>({
    run: (all, computed) => sendAll(services, all, computed),
    keyOf: conversationOf,
  });
  return async (message) => {
    if (message.senderId === message.receiverId) throw fieldProblem('receiver_id', messageMessages.oneself);
    try {
      const outcome = await send({ ...message, claim: currentClaim() });
      if (outcome === 'gone') throw notFound(personTexts.gone);
      return outcome;
    } catch (error) {
      // The same message, sent at the same time, was stored first.
      const { senderId, clientId } = message;
      const sentId = clientId === null ? undefined : await selectIdByClientId(services.db, senderId, clientId);
      if (sentId !== undefined) return { sentId };
      throw error;
    }
  };
}
