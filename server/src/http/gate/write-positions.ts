/**
 * Members read their own writes, also where replicas answer. The place in the database's log that a member's last write
 * has reached goes to their browser as a cookie, and is kept here and on every other server for a minute: by then no
 * replica that serves is behind it.
 */

import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { formatPosition, NO_POSITION, type Position, parsePosition } from '#db/replicas/position.ts';
import type { Database } from '#db/schema/schema.ts';
import { hostCookie } from './device-cookie.ts';

const KEPT_SECONDS = 60;
const KEPT_MEMBERS = 50_000;
// Under its name on https, and under the one without prefix, which earlier versions gave.
const PATTERN = /(?:^|;\s*)(?:__Host-)?position=([0-9A-F]{1,8}\/[0-9A-F]{1,8})(?:;|$)/i;

export type WritePositions = {
  /** Whether anybody needs them: there are replicas, or other servers. */
  readonly active: boolean;
  /** What a call must at least see: by its cookie, and by what its member has written. */
  required(cookie: string | undefined, userId: string | null): Position;
  /** Called after a member's write: the cookie that goes with its answer. */
  written(userId: string): Promise<string>;
  /** Takes over what another server says of a member's write. */
  learn(userId: string, position: Position): void;
  /** Calls `handler` with each write of a member here. */
  onWritten(handler: (userId: string, position: Position) => void): void;
  /** Calls `handler` when it turns out that a member has written on another server. */
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
      // Their browser may be faster than the other server's word.
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
