import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { BEFORE_ALL_IDS } from '#db/statements/id.ts';
import type { ExportPart } from './part.ts';

const ROWS_PER_QUERY = 500;

/** Yields the entries of a part, a few hundred at a time. */
export async function* readEntries(db: Db, part: ExportPart, userId: string): AsyncGenerator<unknown[]> {
  let after = BEFORE_ALL_IDS;
  for (;;) {
    const { rows } = await sql<{ key: string; entry: unknown }>`
      SELECT key, entry FROM (${part.rows(userId)}) part
      WHERE key > ${after}::uuid ORDER BY key LIMIT ${ROWS_PER_QUERY}`.execute(db);
    if (rows.length > 0) yield rows.map(({ entry }) => entry);
    after = rows.at(-1)?.key ?? after;
    if (rows.length < ROWS_PER_QUERY) return;
  }
}

/** Returns the storage keys of the files that a member has uploaded and uses, each once. */
export async function selectFileKeys(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['folder', 'filename'])
    .where('owner_id', '=', userId)
    .where('used_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => `${row.folder}/${row.filename}`);
}
