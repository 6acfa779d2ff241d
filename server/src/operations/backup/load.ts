/**
 * Fills an empty database from an archive, in one transaction: first the schema as it was (this version's migrations,
 * up to the last one in the backup), then the rows with triggers disabled, then the indexes and foreign keys, and
 * finally the later migrations. After any failure, the database is as empty as before.
 */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CompiledQuery, Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { ConnectionSettings, Db } from '#db/connection/pool.ts';
import { explainMissingRights } from '#db/connection/require-database.ts';
import { migrateWithin } from '#db/migrate.ts';
import type { Database } from '#db/schema/schema.ts';
import { StartError } from '#platform/start-error.ts';
import { countedTables } from '../counts.ts';
import { explainConnection } from '../explain-connection.ts';
import { damaged, readEntries } from './archive-reader.ts';
import { listConstraints, listTables, majorVersion, type Table } from './catalog.ts';
import { type Manifest, readEntryName, type Summary } from './format.ts';
import { loadTable, type TableLoad } from './tables.ts';
import { emptyUnusedDatabase } from './unused-database.ts';

export type Archive = { file: string; manifest: Manifest; summary: Summary };

export type FileSink = {
  put(key: string, bytes: Readable): Promise<void>;
  /** Called when all files are stored, before the rows are committed: the last chance to abort. */
  place(): Promise<void>;
};

const RESTORE_LOCK = 4_711_2601;

const run = (db: Db, statement: string) => db.executeQuery(CompiledQuery.raw(statement));

function requireSameTables(wanted: readonly Table[], there: readonly Table[], file: string): void {
  const known = new Map(there.map((table) => [table.name, new Set(table.columns)]));
  for (const { name, columns } of wanted) {
    const missing = columns.filter((column) => known.get(name)?.has(column) !== true);
    if (missing.length > 0)
      throw damaged(file, `the schema has no ${missing.map((column) => `${name}.${column}`).join(', ')}`);
  }
}

/** Loads the archive's entries into tables and files; returns the number of rows per table. */
async function loadEntries(
  client: pg.ClientBase,
  { file, manifest }: Archive,
  sink: FileSink,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = Object.fromEntries(manifest.tables.map(({ name }) => [name, 0]));
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  let current: { name: string; load: TableLoad } | undefined;
  const switchTo = async (table: Table | undefined): Promise<TableLoad | undefined> => {
    if (current && current.name !== table?.name) {
      rows[current.name] = await current.load.end();
      current = undefined;
    }
    if (table) current ??= { name: table.name, load: loadTable(client, table) };
    return current?.load;
  };
  for await (const entry of readEntries(file)) {
    const named = readEntryName(entry.header.name);
    if (named && 'table' in named) {
      const load = await switchTo(tables.get(named.table));
      if (!load) throw damaged(file, `its manifest does not name the table ${named.table}`);
      await load.add(entry.pipe(createGunzip()));
      continue;
    }
    await switchTo(undefined);
    if (named) await sink.put(named.file, Readable.from(entry));
    else entry.resume();
  }
  await switchTo(undefined);
  return rows;
}

/** Another major version of PostgreSQL may split texts into different words, which a search would then not find. */
async function splitTexts(db: Db): Promise<void> {
  const words = countedTables.find(({ table }) => table === 'posts')?.columns['words'];
  await run(db, `UPDATE posts t SET words = (${words}) WHERE words IS DISTINCT FROM (${words})`);
}

function requireAllRows(found: Record<string, number>, { file, summary }: Archive): void {
  for (const [name, count] of Object.entries(summary.rows)) {
    if (found[name] !== count) throw damaged(file, `${name} has ${found[name] ?? 0} of ${count} rows`);
  }
}

/** Digests that came due since the backup have been sent or are too late: they are sent at their next time. */
const SKIP_DIGESTS = [
  `UPDATE notification_digests SET weekly_at = weekly_at + interval '7 days'
     * ceil(extract(epoch FROM now() - weekly_at) / 604800) WHERE weekly_at <= now()`,
  `UPDATE notification_digests SET due_at = due_at + interval '1 day'
     * ceil(extract(epoch FROM now() - due_at) / 86400) WHERE due_at <= now()`,
];

async function fill(db: Transaction<Database>, client: pg.ClientBase, archive: Archive, sink: FileSink): Promise<void> {
  const { manifest, summary } = archive;
  await run(db, `SELECT pg_advisory_xact_lock(${RESTORE_LOCK})`);
  await emptyUnusedDatabase(client);
  await migrateWithin(db, manifest.migrations.at(-1));
  const tables = await listTables(client);
  requireSameTables(manifest.tables, tables, archive.file);
  const { drop, create } = await listConstraints(client);
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  const switchTriggers = async (how: 'ENABLE' | 'DISABLE') => {
    for (const name of names) await run(db, `ALTER TABLE ${name} ${how} TRIGGER USER`);
  };
  for (const statement of drop) await run(db, statement);
  await switchTriggers('DISABLE');
  // Migrations insert rows into some tables, and the backup contains those rows, too.
  if (names.length > 0) await run(db, `TRUNCATE ${names.join(', ')}`);
  requireAllRows(await loadEntries(client, archive, sink), archive);
  for (const statement of create) await run(db, statement);
  await switchTriggers('ENABLE');
  for (const [name, { last, called }] of Object.entries(summary.sequences)) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [pg.escapeIdentifier(name), last, called]);
  }
  await migrateWithin(db);
  if ((await majorVersion(client)) !== manifest.postgres) await splitTexts(db);
  for (const statement of SKIP_DIGESTS) await run(db, statement);
  await run(db, 'ANALYZE');
  await sink.place();
}

/** Throws StartError if the database is in use or the archive does not fit; the database is then unchanged. */
export async function loadDatabase(connection: ConnectionSettings, archive: Archive, sink: FileSink): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1, application_name: 'afterhours-restore' });
  pool.on('error', () => undefined);
  // The pool has only one connection, so this is the transaction's; COPY runs on it directly.
  let client: pg.ClientBase | undefined;
  pool.on('connect', (made) => {
    client = made;
  });
  // After the first error every statement fails, including the migrator's own, so the first error names the cause.
  let first: unknown;
  const log = (event: LogEvent): void => {
    if (event.level === 'error') first ??= event.error;
  };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log });
  try {
    await db.transaction().execute(async (tx) => {
      if (!client) throw new Error('a transaction without a connection');
      await fill(tx, client, archive, sink);
    });
  } catch (error) {
    const missing = await explainMissingRights(db, first ?? error);
    throw missing ? new StartError(missing.message) : explainConnection(first ?? error);
  } finally {
    await db.destroy();
  }
}
