/**
 * Writes messages. A message has an id that its client creates: whatever a client repeats, concurrently or after a
 * broken connection, is stored once and gets the same message as the response. The conversation's row lock determines
 * the order: numbers are taken under it, so they follow the order of the commits, without gaps. Messages that arrive at
 * the same time, from any members, are committed together; one batch contains at most one message per conversation, in
 * the order of arrival.
 */
import { JOB_APPLIED, messageMessages } from '@afterhours/contract/constants/messages';
import type { Message } from '@afterhours/contract/messages/messages';
import { personTexts } from '@afterhours/contract/people/people';
import type { Tx } from '#db/events.ts';
import { batchCalls } from '#db/statements/batch-calls.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { mayName } from '#features/mentions/loaders.ts';
import { noFiles, takeIntoUse } from '#features/uploads/loaders.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import { currentClaim, storeCreatedIds } from '#http/idempotency/idempotency.ts';
import type { Services } from '#services.ts';
import { messageSent, requestChanged } from '../events.ts';
import { insertAttachments, selectIdByClientId } from '../queries.ts';
import { classifyMessages } from '../requests/classify-first-message.ts';
import { type MessageRow, toMessageView } from '../views.ts';
import { applyForJobs } from './apply-for-jobs.ts';
import { areAllVisible, lockReceivers, storeMessages } from './send-queries.ts';
import type {
  AdmittedMessage,
  ClaimedMessage,
  ClassifiedMessage,
  OutgoingMessage,
  PreparedMessage,
  StoredMessage,
} from './stages.ts';

/**
 * The result for one message: the message as both members see it; the id of a stored message whose views differ, as
 * with files and names, or that was sent before under its client id; 'gone' if the receiver is not visible; or the
 * error if the sender may not write to them.
 */
type Sent = { message: Message } | { storedId: string; isNew: boolean };
type Outcome = Sent | 'gone' | AppError;

/** Stores new messages with their applications and files; returns their rows in order. */
async function storeWithFiles(tx: Tx, all: readonly ClassifiedMessage[]): Promise<MessageRow[]> {
  if (all.length === 0) return [];
  await applyForJobs(
    tx,
    all.filter(({ content }) => content === JOB_APPLIED),
  );
  const rows: MessageRow[] = [];
  for (const [index, row] of (await storeMessages(tx.db, all)).entries()) {
    // This rolls the number back. The caller then returns the message that has this client id.
    if (row === undefined) throw new AppError(409);
    const { files = [] } = all[index] ?? {};
    const uploadIds = files.map((file) => file.id);
    if (!(await takeIntoUse(tx.db, uploadIds))) throw new AppError(409);
    await insertAttachments(tx.db, row, files);
    rows.push(row);
  }
  await storeCreatedIds(
    tx.db,
    all.map(({ claim }, index) => ({ claim, createdId: rows[index]?.message_id ?? '' })),
  );
  // By now the receivers' counts are locked, as a block locks them, so a concurrent block is visible here.
  if (!(await areAllVisible(tx.db, all))) throw notFound();
  return rows;
}

/**
 * Whether both members see the same message: it has no files, whose addresses are signed, and no names, which become
 * links.
 */
const isSameForBoth = ({ files, content }: PreparedMessage): boolean => files.length === 0 && !mayName(content);

/** Emits the events of stored messages, and of the requests that they are or accept. */
async function emitStored(tx: Tx, stored: readonly StoredMessage[]) {
  await tx.emitAll(
    messageSent,
    stored.map(({ row, message, classification }) => ({
      messageId: row.message_id,
      conversationId: row.conversation_id,
      senderId: row.id,
      receiverId: row.receiver_id,
      jobPostId: row.post_id,
      message,
      request: classification.request,
    })),
  );
  const changes = stored.flatMap(({ row, classification }) => {
    const sent = { conversationId: row.conversation_id, senderId: row.id, receiverId: row.receiver_id };
    const answered = { ...sent, senderId: row.receiver_id, receiverId: row.id, request: null };
    return [
      ...(classification.answers ? [answered] : []),
      ...(classification.request ? [{ ...sent, request: 'waiting' as const }] : []),
      ...(classification.accepts ? [{ ...sent, request: null }] : []),
    ];
  });
  if (changes.length > 0) await tx.emitAll(requestChanged, changes);
}

/** Stores those messages of a batch that may be sent and were not sent before. Returns the outcomes, in their order. */
async function sendBatch(tx: Tx, all: readonly ClaimedMessage[]): Promise<Outcome[]> {
  const receivers = await lockReceivers(tx.db, all);
  // Those of new messages to visible receivers are replaced below.
  const outcomes = receivers.map(
    ({ sentId }): Outcome => (sentId === null ? 'gone' : { storedId: sentId, isNew: false }),
  );
  const admitted = all.flatMap((message, index): AdmittedMessage[] => {
    const receiver = receivers[index];
    return receiver?.isVisible && receiver.sentId === null ? [{ ...message, accepted: receiver.accepted, index }] : [];
  });
  const allowed: ClassifiedMessage[] = [];
  for (const [position, classification] of (await classifyMessages(tx.db, admitted)).entries()) {
    const message = admitted[position];
    if (!message) continue;
    if (classification instanceof AppError) outcomes[message.index] = classification;
    else allowed.push({ ...message, classification });
  }
  const stored: StoredMessage[] = [];
  for (const [position, row] of (await storeWithFiles(tx, allowed)).entries()) {
    const sent = allowed[position];
    if (!sent) continue;
    const message = isSameForBoth(sent) ? toMessageView(row, { attachments: [], sign: noFiles, mentions: [] }) : null;
    outcomes[sent.index] = message ? { message } : { storedId: row.message_id, isNew: true };
    stored.push({ row, message, classification: sent.classification });
  }
  await emitStored(tx, stored);
  return outcomes;
}

const conversationOf = ({ senderId, receiverId }: OutgoingMessage): string => [senderId, receiverId].sort().join('/');

/**
 * Stores a message for another member; with the content JOBAPPLIED it applies for the job. Returns the message, or the
 * id of a stored one: a message with files or names, or the sender's earlier one with the same client id. Throws a 404
 * if the receiver or the job is not visible, a 409 after an earlier application, a 422 for a message to oneself and for
 * a post that is not a job, and a 403 or 429 for a request that may not be sent (`requests/contact-state.ts`).
 */
export type Send = (message: PreparedMessage) => Promise<Sent>;

export function createSend(services: Services): Send {
  const send = batchCalls<ClaimedMessage, Outcome>({
    run: (all, readyToCommit) => inTransaction(services, (tx) => sendBatch(tx, all), readyToCommit),
    keyOf: conversationOf,
  });
  return async (message) => {
    const { senderId, receiverId, content, clientId } = message;
    if (senderId === receiverId && content !== JOB_APPLIED) throw fieldProblem('receiver_id', messageMessages.oneself);
    try {
      const outcome = await send({ ...message, claim: currentClaim() });
      if (outcome === 'gone') throw notFound(personTexts.gone);
      if (outcome instanceof AppError) throw outcome;
      return outcome;
    } catch (error) {
      // The same message, sent concurrently, was stored first.
      const sentId = clientId === null ? undefined : await selectIdByClientId(services.db, senderId, clientId);
      if (sentId !== undefined) return { storedId: sentId, isNew: false };
      throw error;
    }
  };
}
