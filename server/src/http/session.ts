/**
 * Who is calling. A token is 256 random bits; only its SHA-256 is stored, so a stolen database signs nobody in.
 * A session lasts 30 days from its last use; the use is written down at most once an hour.
 */
import { createHash, randomBytes } from 'node:crypto';
import { SESSION_DAYS } from '@afterhours/contract/account';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema.ts';

/** `limited`: the member may do nothing yet but say what Google does not know. */
export type Session = { sessionId: string; userId: string; limited: boolean };

const TOUCH_AFTER_MS = 3_600_000;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new token (43 characters of base64url) and the hash to keep of it. */
export function createToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** The token a request carries: `Authorization: Bearer <token>`, or bare. */
export function readToken(request: Pick<FastifyRequest, 'headers'>): string | null {
  const header = request.headers.authorization;
  if (!header) return null;
  // Browsers that keep the token as JSON may send it with its quotes.
  const token = header
    .replace(/^bearer\s+/i, '')
    .trim()
    .replace(/^"|"$/g, '');
  return token === '' ? null : token;
}

/** The live session of a token, or null. */
export async function findSession(db: Kysely<Database>, token: string): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'last_seen_at', 'limited'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!row) return null;
  if (Date.now() - row.last_seen_at.getTime() > TOUCH_AFTER_MS) await touchSession(db, row.id);
  return { sessionId: row.id, userId: row.user_id, limited: row.limited };
}

/** Whether a session that was found a moment ago is still there. */
export async function isSessionLive(db: Kysely<Database>, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

async function touchSession(db: Kysely<Database>, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql`now()`, expires_at: sql`now() + make_interval(days => ${SESSION_DAYS})` })
    .where('id', '=', sessionId)
    .execute();
}
