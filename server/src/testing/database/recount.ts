import { CompiledQuery } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { countedTables } from '#operations/counts.ts';

/** In addition to the product's counts: the number of the last message. */
const LAST_MESSAGES = {
  table: 'conversations',
  columns: { last_seq: 'SELECT coalesce(max(x.seq), 0) FROM messages x WHERE x.conversation_id = t.id' },
};

/** Returns the columns whose counts differ from the rows, with the number of such rows; empty if all are exact. */
export async function listWrongCounts(db: Db): Promise<string[]> {
  const wrong: string[] = [];
  for (const { table, columns } of [...countedTables, LAST_MESSAGES]) {
    for (const [column, truth] of Object.entries(columns)) {
      const statement = `SELECT count(*) AS wrong FROM ${table} t WHERE t.${column} <> (${truth})`;
      const { rows } = await db.executeQuery<{ wrong: number }>(CompiledQuery.raw(statement));
      if (rows[0]?.wrong !== 0) wrong.push(`${table}.${column}: ${rows[0]?.wrong}`);
    }
  }
  return wrong;
}
