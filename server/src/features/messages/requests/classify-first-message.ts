/**
 * Decides before messages are stored whether they are delivered or are requests, which have a budget. The state of
 * each chat is read after the senders are locked, so that concurrent messages are counted.
 */
import { messageRequestMessages } from '@afterhours/contract/messages/message-requests';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { AppError } from '#http/errors/errors.ts';
import type { AdmittedMessage, Classification } from '../send/stages.ts';
import { budgetOf, isRequest, refusalOf, selectContactStates } from './contact-state.ts';

const DELIVERED: Classification = { request: false, answers: false, accepts: false };

/** Prevents members from sending two first messages concurrently, each of which would find budget left. */
async function lockSenders(db: Db, all: readonly AdmittedMessage[]): Promise<void> {
  const keys = [...new Set(all.map(({ senderId }) => `requests:${senderId}`))].sort();
  if (keys.length === 0) return;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(${keys}::text[]) AS key`.execute(db);
}

/** Returns the classification of each message, or the error if it is refused. */
export async function classifyMessages(
  db: Db,
  all: readonly AdmittedMessage[],
): Promise<(Classification | AppError)[]> {
  // An application is a tie of its own. Its chat is read as well, because it may accept a request.
  const open = all.filter(({ accepted }) => !accepted);
  await lockSenders(db, open);
  const selected = await selectContactStates(db, open);
  const states = new Map(open.map((message, index) => [message, selected[index]]));
  /** The requests of this batch, by sender. */
  const requests = new Map<string, number>();
  return all.map((message): Classification | AppError => {
    const state = states.get(message);
    if (!state) return DELIVERED;
    if (!isRequest({ ...state, has_tie: state.has_tie || message.jobPostId !== null }))
      return { request: false, answers: state.answers_request, accepts: state.has_requested };
    if (message.files.length > 0) return new AppError(403, messageRequestMessages.textOnly);
    const already = requests.get(message.senderId) ?? 0;
    const refusal = refusalOf(state, already);
    if (refusal) return refusal;
    requests.set(message.senderId, already + 1);
    return { request: true, answers: false, accepts: false };
  });
}

/** Whether a member's message to another member would be a request. */
export async function wouldRequest(db: Db, senderId: string, receiverId: string): Promise<boolean> {
  const [state] = await selectContactStates(db, [{ senderId, receiverId }]);
  return state !== undefined && isRequest(state);
}

type Contact = { open: boolean; left: number; limit: number; retryAfter: number | null };

/** Returns what a member's first message to another member would be; null if it would be delivered. */
export async function loadContact(db: Db, senderId: string, receiverId: string): Promise<Contact | null> {
  const [state] = await selectContactStates(db, [{ senderId, receiverId }]);
  if (!state || !isRequest(state)) return null;
  const limit = budgetOf(state.account_age);
  const left = Math.max(0, limit - state.requests_of_day);
  const retryAfter = left > 0 ? null : state.seconds_to_next;
  return { open: state.takes_requests, left, limit, retryAfter };
}
