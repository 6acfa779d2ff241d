import { sql } from 'kysely';
import type { Db } from '../connection/pool.ts';

/** Lets the statements of a transaction take minutes: deleting what has many rows takes longer than all others may. */
export async function allowMinutes(db: Db): Promise<void> {
  await sql`SET LOCAL statement_timeout = '5min'`.execute(db);
}
