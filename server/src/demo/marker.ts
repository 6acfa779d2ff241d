/**
 * Whether a database has the demo community: a row, written in the transaction of the fill itself. A fill that was
 * killed has left neither rows nor mark, so the next start does it again, whole.
 */
import { sql } from 'kysely';
import type { Db } from '#db/pool.ts';

export type DemoState = 'filled' | 'left out' | 'undecided';

export async function readDemoState(db: Db): Promise<DemoState> {
  const row = await db.selectFrom('demo_community').select('filled').executeTakeFirst();
  if (!row) return 'undecided';
  return row.filled ? 'filled' : 'left out';
}

/** Notes the decision, within the transaction that carries it out. False when it has been taken before. */
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

/**
 * Decides, once in a database's life, whether a start fills it: yes for one without members, unless it is to stay
 * empty. "No" is remembered, so that a later start does not put strangers beside somebody's own members.
 */
export async function decideDemo(db: Db, options: { empty: boolean }): Promise<boolean> {
  if ((await readDemoState(db)) !== 'undecided') return false;
  if (!options.empty && !(await hasMembers(db))) return true;
  await markDemo(db, false);
  return false;
}
