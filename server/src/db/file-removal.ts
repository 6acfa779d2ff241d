/**
 * Coordinates file removal with backups. A backup reads the rows at one moment and then copies the files that they
 * name, which takes time. Files never change, but they are deleted with their rows, so no file may be deleted while a
 * backup runs. Both sides use an advisory lock: the backup holds it exclusively, removals share it.
 */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './connection/pool.ts';

const LOCK = 4_711_2600;

/** Returns true if files may be removed until the end of the transaction. */
export async function mayRemoveFiles(db: Db): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`SELECT pg_try_advisory_xact_lock_shared(${LOCK}) AS free`.execute(db);
  return rows[0]?.free === true;
}

/**
 * Prevents removals until the connection ends, waiting first for any that are running. Returns false if another backup
 * holds the lock.
 */
export async function preventRemovals(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND classid = 0 AND mode = 'ExclusiveLock'
         AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     ) AS held`,
    [LOCK],
  );
  if (rows[0]?.held === true) return false;
  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  return true;
}
