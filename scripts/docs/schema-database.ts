/** Reads the schema from the catalogue of a new database with all migrations. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../server/src/db/connection/pool.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts';

/** `key`: "PK", "FK", "PK, FK" or null. */
export type Column = { table: string; name: string; type: string; nullable: boolean; key: string | null };
export type Reference = { table: string; column: string; target: string; unique: boolean };

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, t.typname AS type, NOT a.attnotnull AS nullable,
    (SELECT string_agg(DISTINCT upper(k.contype::text) || 'K', ', ' ORDER BY upper(k.contype::text) || 'K' DESC)
      FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype IN ('p', 'f') AND a.attnum = ANY (k.conkey)) AS key
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY c.relname, a.attnum`;

/** `unique`: at most one row refers to each row of the target. */
const REFERENCES = `
  SELECT c.relname AS table, a.attname AS column, t.relname AS target,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL
      AND i.indkey::text = array_to_string(k.conkey, ' ')) AS unique
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
  WHERE k.contype = 'f' AND c.relnamespace = 'public'::regnamespace
  ORDER BY c.relname, a.attname, t.relname`;

/** Starts a database in a temporary folder, migrates it, and returns its columns and foreign keys. Takes seconds. */
export async function readSchema(): Promise<{ columns: Column[]; references: Reference[] }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-schema-'));
  // When root runs this, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  try {
    const server = await startEmbeddedPostgres({ dataDir: folder, fsync: false });
    try {
      const { host, port, user, database } = server;
      const connection = { host, port, user, database, ssl: false } as const;
      const opened = openDatabase(connection, () => undefined);
      await migrate(opened.db);
      await opened.close();
      return await readCatalogue(connection);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readCatalogue(connection: pg.ClientConfig): Promise<{ columns: Column[]; references: Reference[] }> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const columns = await client.query<Column>(COLUMNS);
    const references = await client.query<Reference>(REFERENCES);
    return { columns: columns.rows, references: references.rows };
  } finally {
    await client.end();
  }
}
