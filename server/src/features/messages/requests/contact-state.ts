/** Decides from the relationship of two members whether a message is delivered, is a request, or is refused. */
import { requestBudgets } from '@afterhours/contract/constants/messages';
import { messageRequestMessages } from '@afterhours/contract/messages/message-requests';
import { type RawBuilder, sql } from 'kysely';
import { hasTie } from '#access/ties.ts';
import type { Db } from '#db/connection/pool.ts';
import { AppError } from '#http/errors/errors.ts';
import { english } from '#texts/english.ts';

/** What counts, before a message is sent, for whether its sender may send it to its receiver, and how. */
export type ContactState = {
  /** Whether a relationship between the two makes the message a delivered one (`access/ties.ts`). */
  has_tie: boolean;
  /** Whether the sender's side of the chat is a request, which the message accepts by answering it. */
  answers_request: boolean;
  /** Whether the receiver's side of the chat is a request. */
  has_requested: boolean;
  /** Whether that request is less than a day old. */
  requested_within_day: boolean;
  /** Whether the chat contains a message by the sender that is not deleted. */
  has_sent_message: boolean;
  /** Whether the receiver accepts requests. */
  takes_requests: boolean;
  /** Days since the sender's account was created. */
  account_age: number;
  /** The number of the sender's requests, to anybody, in the last day. */
  requests_of_day: number;
  /** The seconds until the oldest of these is a day old. */
  seconds_to_next: number;
};

const DAY = sql`interval '1 day'`;
/** The requests of the sender in the last day. */
const OF_DAY = sql`FROM conversation_members sent
  WHERE sent.other_user_id = pair.sender_id AND sent.requested_at > now() - ${DAY}`;

const contactStates = (pairs: RawBuilder<unknown>): RawBuilder<ContactState & { ordinal: number }> => sql`
  SELECT pair.ordinal::integer AS ordinal,
    ${hasTie(sql.ref('pair.sender_id'), sql.ref('pair.receiver_id'))} AS has_tie,
    coalesce(own.request IS NOT NULL, false) AS answers_request,
    coalesce(other.request IS NOT NULL, false) AS has_requested,
    coalesce(other.requested_at > now() - ${DAY}, false) AS requested_within_day,
    EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = other.conversation_id
      AND m.sender_id = pair.sender_id AND m.deleted_at IS NULL) AS has_sent_message,
    receiver.messages_from = 'everyone' AS takes_requests,
    floor(extract(epoch FROM now() - sender.created_at) / 86400)::integer AS account_age,
    (SELECT count(*)::integer ${OF_DAY}) AS requests_of_day,
    (SELECT coalesce(ceil(extract(epoch FROM min(sent.requested_at) + ${DAY} - now())), 0)::integer ${OF_DAY})
      AS seconds_to_next
  FROM ${pairs} JOIN users sender ON sender.id = pair.sender_id JOIN users receiver ON receiver.id = pair.receiver_id
  LEFT JOIN conversation_members own ON own.user_id = pair.sender_id AND own.other_user_id = pair.receiver_id
  LEFT JOIN conversation_members other ON other.user_id = pair.receiver_id AND other.other_user_id = pair.sender_id`;

type SenderAndReceiver = { senderId: string; receiverId: string };

/** Returns the state of each pair, in their order; undefined if one of the two members does not exist. */
export async function selectContactStates(
  db: Db,
  pairs: readonly SenderAndReceiver[],
): Promise<(ContactState | undefined)[]> {
  if (pairs.length === 0) return [];
  const rows = sql`unnest(${pairs.map(({ senderId }) => senderId)}::uuid[],
    ${pairs.map(({ receiverId }) => receiverId)}::uuid[]) WITH ORDINALITY AS pair(sender_id, receiver_id, ordinal)`;
  const found = new Map((await contactStates(rows).execute(db)).rows.map((row) => [row.ordinal, row]));
  return pairs.map((_pair, index) => found.get(index + 1));
}

/** Returns the number of requests that a member may send per day, by the age of the account in days. */
export const budgetOf = (accountAge: number): number =>
  requestBudgets.find(({ days }) => days === null || accountAge < days)?.requests ?? 0;

const HOUR_SECONDS = 3_600;

/** Returns why a member may not send a request in addition to `more` that are being sent; null if they may. */
export function refusalOf(state: ContactState, more: number): AppError | null {
  if (!state.takes_requests) return new AppError(403, messageRequestMessages.refused);
  if (state.has_sent_message || (state.has_requested && state.requested_within_day))
    return new AppError(403, messageRequestMessages.waits);
  const limit = budgetOf(state.account_age);
  if (state.requests_of_day + more < limit) return null;
  const seconds = state.requests_of_day > 0 ? state.seconds_to_next : 24 * HOUR_SECONDS;
  const text = english(messageRequestMessages.tooMany, { limit, hours: Math.ceil(seconds / HOUR_SECONDS) });
  return new AppError(429, text, { retryAfter: seconds, reason: 'daily' });
}

/** Whether a message is a request. */
export const isRequest = (state: Pick<ContactState, 'has_tie' | 'answers_request'>): boolean =>
  !state.has_tie && !state.answers_request;
