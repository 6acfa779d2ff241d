import type { DraftBody } from '@afterhours/contract/posts/drafts';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';

export type DraftRow = { client_id: string; body: DraftBody; version: number; updated_at: Date };

const columns = ['client_id', 'body', 'version', 'updated_at'] as const;

export const draftKey = (row: DraftRow): CursorKey => [row.updated_at.toISOString(), row.client_id];

/** Returns one page, and one row more, of a member's drafts, latest change first. */
export async function selectDrafts(db: Db, userId: string, { after, limit, offset }: PageStart): Promise<DraftRow[]> {
  // Cursors have a precision of milliseconds, so the order has, too.
  const at = sql`date_trunc('milliseconds', updated_at)`;
  const older = after ? sql`(${at}, client_id) < (${after[0]}::timestamptz, ${after[1]}::text)` : sql`TRUE`;
  const { rows } = await sql<DraftRow>`
    SELECT client_id, body, version, updated_at FROM drafts WHERE user_id = ${userId}::uuid AND ${older}
    ORDER BY ${at} DESC, client_id DESC LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}

export function selectDraft(db: Db, userId: string, clientId: string): Promise<DraftRow | undefined> {
  return db
    .selectFrom('drafts')
    .select(columns)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/**
 * Locks a member, so that their drafts are saved one after another. Returns the number of drafts; undefined if the
 * member is gone.
 */
export async function lockAndCountDrafts(db: Db, userId: string): Promise<number | undefined> {
  const locked = await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  if (!locked) return undefined;
  const { count } = await db
    .selectFrom('drafts')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Seconds since 2020, so that a draft never repeats a version of a deleted draft of the same name. */
const FIRST_VERSION = sql<number>`extract(epoch FROM now() - timestamptz '2020-01-01')::integer`;

/** Stores the next version of a draft. */
export function upsertDraft(db: Db, userId: string, { client_id, body }: Pick<DraftRow, 'client_id' | 'body'>) {
  const row = { user_id: userId, client_id, body: JSON.stringify(body), version: FIRST_VERSION };
  return db
    .insertInto('drafts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'client_id']).doUpdateSet({
        body: row.body,
        version: sql`drafts.version + 1`,
        updated_at: sql`now()`,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Deletes a draft; returns false if there is none. */
export async function deleteDraftRow(db: Db, userId: string, clientId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('drafts')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function deleteOldDrafts(db: Db, days: number): Promise<void> {
  await sql`DELETE FROM drafts WHERE updated_at < now() - make_interval(days => ${days})`.execute(db);
}
