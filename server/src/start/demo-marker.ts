/**
 * Whether a database has the demo community: a row, written in the same transaction that fills the database. If filling
 * is killed, neither rows nor the marker remain, so the next start runs it again in full.
 */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

export type DemoState = 'filled' | 'left out' | 'undecided';

export async function readDemoState(db: Db): Promise<DemoState> {
  const row = await db.selectFrom('demo_community').select('filled').executeTakeFirst();
  if (!row) return 'undecided';
  return row.filled ? 'filled' : 'left out';
}

/** Records the decision, within the transaction that carries it out. Returns false if it was made before. */
export async function markDemo(db: Db, filled: boolean): Promise<boolean> {
  const marked = await db
    .insertInto('demo_community')
    .values({ filled })
    .onConflict((conflict) =>
      conflict.column('one').doUpdateSet({ filled, decided_at: sql`now()` }).where('demo_community.filled', '=', false),
    )
    .executeTakeFirst();
  return (marked.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function hasMembers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export type DemoOptions = {
  /** Set by `--empty`: no demo community. */
  empty: boolean;
  /** Set by `--demo`: a demo community even if others can reach the server. */
  demo: boolean;
  /** Whether others can reach the server. */
  reachable: boolean;
};

/**
 * Decides whether a start fills a database: only one without members, without `--demo` only if nobody else can reach
 * the server, and only once in the database's life. "No" is stored, so that a later start does not put demo members
 * beside real ones.
 */
export async function decideDemo(db: Db, { empty, demo, reachable }: DemoOptions): Promise<boolean> {
  const state = await readDemoState(db);
  if (state === 'filled') return false;
  if (demo) return !(await hasMembers(db));
  if (state === 'left out') return false;
  if (!empty && !reachable && !(await hasMembers(db))) return true;
  await markDemo(db, false);
  return false;
}
