/** Decides from the relationship of two members whether a message is delivered, is a request, or is refused. */
import { requestBudgets } from '@afterhours/contract/constants/messages';
import { messageRequestMessages } from '@afterhours/contract/message-requests';
import { type RawBuilder, sql } from 'kysely';
import { hasTie } from '#access/ties.ts';
import type { Db } from '#db/connection/pool.ts';
import { AppError } from '#http/errors/errors.ts';
import { english } from '#texts/english.ts';

/** The state between a message's sender and receiver before the message. */
export type Standing = {
  tied: boolean;
  /** Whether the sender's own side is a request, which a message accepts. */
  answers: boolean;
  /** Whether the receiver's side is a request. */
  requested: boolean;
  /** Whether the sender already has a message in the chat that is not deleted. */
  waits: boolean;
  /** Whether the sender's last request is less than a day old. */
  resting: boolean;
  takes_requests: boolean;
  /** Days since the sender's account was created. */
  age: number;
  /** The number of the sender's requests in the last day, and the seconds until the oldest of them is a day old. */
  used: number;
  free_in: number;
};

const DAY = sql`interval '1 day'`;
const SENT = sql`FROM conversation_members sent
  WHERE sent.other_user_id = pair.sender_id AND sent.requested_at > now() - ${DAY}`;

const standings = (pairs: RawBuilder<unknown>): RawBuilder<Standing & { place: number }> => sql`
  SELECT pair.place::integer AS place, ${hasTie(sql.ref('pair.sender_id'), sql.ref('pair.receiver_id'))} AS tied,
    coalesce(own.request IS NOT NULL, false) AS answers, coalesce(other.request IS NOT NULL, false) AS requested,
    EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = other.conversation_id
      AND m.sender_id = pair.sender_id AND m.deleted_at IS NULL) AS waits,
    coalesce(other.requested_at > now() - ${DAY}, false) AS resting,
    receiver.messages_from = 'everyone' AS takes_requests,
    floor(extract(epoch FROM now() - sender.created_at) / 86400)::integer AS age,
    (SELECT count(*)::integer ${SENT}) AS used,
    (SELECT coalesce(ceil(extract(epoch FROM min(sent.requested_at) + ${DAY} - now())), 0)::integer ${SENT}) AS free_in
  FROM ${pairs} JOIN users sender ON sender.id = pair.sender_id JOIN users receiver ON receiver.id = pair.receiver_id
  LEFT JOIN conversation_members own ON own.user_id = pair.sender_id AND own.other_user_id = pair.receiver_id
  LEFT JOIN conversation_members other ON other.user_id = pair.receiver_id AND other.other_user_id = pair.sender_id`;

type Pair = { senderId: string; receiverId: string };

/** Returns the standing of each pair, in their order; undefined if one of the two members does not exist. */
export async function selectStandings(db: Db, pairs: readonly Pair[]): Promise<(Standing | undefined)[]> {
  if (pairs.length === 0) return [];
  const rows = sql`unnest(${pairs.map(({ senderId }) => senderId)}::uuid[],
    ${pairs.map(({ receiverId }) => receiverId)}::uuid[]) WITH ORDINALITY AS pair(sender_id, receiver_id, place)`;
  const found = new Map((await standings(rows).execute(db)).rows.map((row) => [row.place, row]));
  return pairs.map((_pair, index) => found.get(index + 1));
}

/** Returns the number of requests that a member may send per day, by the age of the account in days. */
export const budgetOf = (age: number): number =>
  requestBudgets.find(({ days }) => days === null || age < days)?.requests ?? 0;

const HOUR_SECONDS = 3_600;

/** Returns why a member may not send a request in addition to `more` that are being sent; null if they may. */
export function refusalOf(standing: Standing, more: number): AppError | null {
  if (!standing.takes_requests) return new AppError(403, messageRequestMessages.refused);
  if (standing.waits || (standing.requested && standing.resting))
    return new AppError(403, messageRequestMessages.waits);
  const limit = budgetOf(standing.age);
  if (standing.used + more < limit) return null;
  const seconds = standing.used > 0 ? standing.free_in : 24 * HOUR_SECONDS;
  const text = english(messageRequestMessages.tooMany, { limit, hours: Math.ceil(seconds / HOUR_SECONDS) });
  return new AppError(429, text, { retryAfter: seconds, reason: 'daily' });
}

/** Whether a message is a request. */
export const isRequest = ({ tied, answers }: Standing): boolean => !tied && !answers;
