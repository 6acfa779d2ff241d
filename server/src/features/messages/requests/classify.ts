/**
 * Decides before messages are stored whether they are delivered or are requests, which have a budget. The standings are
 * read after the senders are locked, so that concurrent messages are counted.
 */
import { messageRequestMessages } from '@afterhours/contract/message-requests';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { AppError } from '#http/errors/errors.ts';
import type { OutgoingMessage } from '../send-queries.ts';
import { budgetOf, isRequest, refusalOf, selectStandings } from './standing.ts';

/**
 * What a message is, and which request it accepts: the one on the sender's side, by answering it, or the sender's own
 * one on the receiver's side.
 */
export type Classification = { request: boolean; answers: boolean; accepts: boolean };

const DELIVERED: Classification = { request: false, answers: false, accepts: false };

type Unclassified = OutgoingMessage & { accepted: boolean; files: readonly unknown[] };

/** Prevents members from sending two first messages concurrently, each of which would find budget left. */
async function lockSenders(db: Db, all: readonly Unclassified[]): Promise<void> {
  const keys = [...new Set(all.map(({ senderId }) => `requests:${senderId}`))].sort();
  if (keys.length === 0) return;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(${keys}::text[]) AS key`.execute(db);
}

/** Returns the classification of each message, or the error if it is refused. */
export async function classifyMessages(db: Db, all: readonly Unclassified[]): Promise<(Classification | AppError)[]> {
  // An application is a tie of its own. Its chat is read as well, because it may accept a request.
  const open = all.filter(({ accepted }) => !accepted);
  await lockSenders(db, open);
  const selected = await selectStandings(db, open);
  const standings = new Map(open.map((message, index) => [message, selected[index]]));
  /** The requests of this batch, by sender. */
  const requests = new Map<string, number>();
  return all.map((message): Classification | AppError => {
    const standing = standings.get(message);
    if (!standing) return DELIVERED;
    const tied = standing.tied || message.jobPostId !== null;
    if (!isRequest({ ...standing, tied }))
      return { request: false, answers: standing.answers, accepts: standing.requested };
    if (message.files.length > 0) return new AppError(403, messageRequestMessages.textOnly);
    const already = requests.get(message.senderId) ?? 0;
    const refusal = refusalOf(standing, already);
    if (refusal) return refusal;
    requests.set(message.senderId, already + 1);
    return { request: true, answers: false, accepts: false };
  });
}

/** Whether a member's message to another member would be a request. */
export async function wouldRequest(db: Db, senderId: string, receiverId: string): Promise<boolean> {
  const [standing] = await selectStandings(db, [{ senderId, receiverId }]);
  return standing !== undefined && isRequest(standing);
}

type Contact = { open: boolean; left: number; limit: number; retryAfter: number | null };

/** Returns what a member's first message to another member would be; null if it would be delivered. */
export async function loadContact(db: Db, senderId: string, receiverId: string): Promise<Contact | null> {
  const [standing] = await selectStandings(db, [{ senderId, receiverId }]);
  if (!standing || !isRequest(standing)) return null;
  const limit = budgetOf(standing.age);
  const left = Math.max(0, limit - standing.used);
  const retryAfter = left > 0 ? null : standing.free_in;
  return { open: standing.takes_requests, left, limit, retryAfter };
}
