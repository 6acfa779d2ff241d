/**
 * Members read their own writes, also from replicas. The log position of a member's last write is sent to their browser
 * as a cookie, and stored here and on every other server for a minute: by then no serving replica is behind it.
 */

import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { formatPosition, NO_POSITION, type Position, parsePosition } from '#db/replicas/position.ts';
import type { Database } from '#db/schema/schema.ts';
import { hostCookie } from './device-cookie.ts';

const KEPT_SECONDS = 60;
const KEPT_MEMBERS = 50_000;
// Under its name on https, and under the one without prefix, which earlier versions set.
const PATTERN = /(?:^|;\s*)(?:__Host-)?position=([0-9A-F]{1,8}\/[0-9A-F]{1,8})(?:;|$)/i;

export type WritePositions = {
  /** Whether positions are needed: there are replicas, or other servers. */
  readonly active: boolean;
  /** The position that a call must at least see: from its cookie, and from its member's writes. */
  required(cookie: string | undefined, userId: string | null): Position;
  /** Called after a member's write; returns the cookie for its answer. */
  written(userId: string): Promise<string>;
  /** Stores the position of a member's write on another server. */
  learn(userId: string, position: Position): void;
  /** Calls `handler` with each write of a member here. */
  onWritten(handler: (userId: string, position: Position) => void): void;
  /** Calls `handler` when a cookie shows that a member has written on another server. */
  onLearnt(handler: (userId: string) => void): void;
};

type Options = {
  active: boolean;
  /** Browsers send the cookie over https only. */
  secure: boolean;
};

async function selectPosition(db: Kysely<Database>): Promise<Position> {
  const { rows } = await sql<{ position: string }>`SELECT pg_current_wal_flush_lsn()::text AS position`.execute(db);
  return parsePosition(rows[0]?.position ?? '') ?? NO_POSITION;
}

export function createWritePositions(db: Kysely<Database>, { active, secure }: Options): WritePositions {
  const held = new Map<string, { position: Position; until: number }>();
  const handlers: ((userId: string, position: Position) => void)[] = [];
  const learners: ((userId: string) => void)[] = [];

  function keep(userId: string, position: Position): void {
    const known = held.get(userId)?.position ?? NO_POSITION;
    held.delete(userId);
    held.set(userId, { position: Math.max(known, position), until: Date.now() + KEPT_SECONDS * 1_000 });
    for (const [oldest, { until }] of held) {
      if (held.size <= KEPT_MEMBERS && until > Date.now()) break;
      held.delete(oldest);
    }
  }

  function known(userId: string): Position {
    const entry = held.get(userId);
    return entry && entry.until > Date.now() ? entry.position : NO_POSITION;
  }

  function learn(userId: string, position: Position): void {
    if (position <= known(userId)) return;
    keep(userId, position);
    for (const learner of learners) learner(userId);
  }

  return {
    active,
    required(cookie, userId) {
      const [, text] = cookie === undefined ? [] : (PATTERN.exec(cookie) ?? []);
      const told = text === undefined ? NO_POSITION : (parsePosition(text) ?? NO_POSITION);
      if (userId === null) return told;
      // The browser may be faster than the other server's broadcast.
      learn(userId, told);
      return Math.max(told, known(userId));
    },
    async written(userId) {
      const position = await selectPosition(db);
      keep(userId, position);
      for (const handler of handlers) handler(userId, position);
      const parts = [
        `${hostCookie('position', secure)}=${formatPosition(position)}`,
        `Path=${secure ? '/' : '/api'}`,
        `Max-Age=${KEPT_SECONDS}`,
      ];
      return [...parts, 'HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : [])].join('; ');
    },
    learn,
    onWritten: (handler) => void handlers.push(handler),
    onLearnt: (handler) => void learners.push(handler),
  };
}
