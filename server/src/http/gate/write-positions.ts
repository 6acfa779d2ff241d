/**
 * Members read their own writes, also from replicas. The log position of a member's last write is sent to their browser
 * as a cookie, and remembered here and on every other server for a minute: by then every serving replica has reached
 * it.
 */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { formatPosition, NO_POSITION, type Position, parsePosition } from '#db/replicas/position.ts';
import type { Database } from '#db/schema/schema.ts';
import { hostCookie } from './device-cookie.ts';

const LIFETIME_SECONDS = 60;
const MAX_MEMBERS = 50_000;
// Matches the cookie under its https name and under the unprefixed name that earlier versions set.
const PATTERN = /(?:^|;\s*)(?:__Host-)?position=([0-9A-F]{1,8}\/[0-9A-F]{1,8})(?:;|$)/i;

export type WritePositions = {
  /** Whether positions are needed because there are replicas or other servers. */
  readonly active: boolean;
  /** Returns the position that a call must have reached, from its cookie and its member's writes. */
  required(cookie: string | undefined, userId: string | null): Position;
  /** Stores the position of a member's write on this server; returns the cookie for the response. */
  recordWrite(userId: string): Promise<string>;
  /** Stores the position of a member's write on another server. */
  recordRemoteWrite(userId: string, position: Position): void;
  /** Calls `handler` after each write by a member on this server. */
  onWrite(handler: (userId: string, position: Position) => void): void;
};

type Options = {
  active: boolean;
  /** Whether browsers send the cookie over https only. */
  secure: boolean;
};

async function selectPosition(db: Kysely<Database>): Promise<Position> {
  const { rows } = await sql<{ position: string }>`SELECT pg_current_wal_flush_lsn()::text AS position`.execute(db);
  return parsePosition(rows[0]?.position ?? '') ?? NO_POSITION;
}

/** The positions of members' last writes, stored for a minute each. */
class RecentPositions {
  readonly #entries = new Map<string, { position: Position; until: number }>();

  set(userId: string, position: Position): void {
    const latest = Math.max(this.#entries.get(userId)?.position ?? NO_POSITION, position);
    this.#entries.delete(userId);
    this.#entries.set(userId, { position: latest, until: Date.now() + LIFETIME_SECONDS * 1_000 });
    for (const [oldest, { until }] of this.#entries) {
      if (this.#entries.size <= MAX_MEMBERS && until > Date.now()) break;
      this.#entries.delete(oldest);
    }
  }

  find(userId: string): Position {
    const entry = this.#entries.get(userId);
    return entry && entry.until > Date.now() ? entry.position : NO_POSITION;
  }
}

function parseCookie(cookie: string | undefined): Position {
  const [, text] = cookie === undefined ? [] : (PATTERN.exec(cookie) ?? []);
  return text === undefined ? NO_POSITION : (parsePosition(text) ?? NO_POSITION);
}

function writeCookie(position: Position, secure: boolean): string {
  const parts = [
    `${hostCookie('position', secure)}=${formatPosition(position)}`,
    `Path=${secure ? '/' : '/api'}`,
    `Max-Age=${LIFETIME_SECONDS}`,
  ];
  return [...parts, 'HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : [])].join('; ');
}

export function createWritePositions(db: Kysely<Database>, { active, secure }: Options): WritePositions {
  const recent = new RecentPositions();
  const handlers: ((userId: string, position: Position) => void)[] = [];

  function recordRemoteWrite(userId: string, position: Position): void {
    if (position > recent.find(userId)) recent.set(userId, position);
  }

  return {
    active,
    required(cookie, userId) {
      const sent = parseCookie(cookie);
      if (userId === null) return sent;
      // The browser may be faster than the other server's broadcast.
      recordRemoteWrite(userId, sent);
      return Math.max(sent, recent.find(userId));
    },
    async recordWrite(userId) {
      const position = await selectPosition(db);
      recent.set(userId, position);
      for (const handler of handlers) handler(userId, position);
      return writeCookie(position, secure);
    },
    recordRemoteWrite,
    onWrite: (handler) => void handlers.push(handler),
  };
}
