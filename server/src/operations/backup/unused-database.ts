/**
 * Decides whether a restore may fill a database: it must be empty, or have only the product's tables and no rows
 * written by people.
 */
import { type ClientBase, escapeIdentifier } from 'pg';
import { StartError } from '#platform/start-error.ts';
import { counted } from '#texts/counted.ts';
import { countRelations } from './catalog.ts';

/** The tables whose rows are written by migrations and by an unused server. */
const WRITTEN_BY_STARTS = new Set([
  'kysely_migration',
  'kysely_migration_lock',
  'schema_floor',
  'search_progress',
  'server_secrets',
  'presence_nodes',
  'daily_figures',
  'operator_reports',
  'receipt_issuers',
]);
/** A server with a heartbeat this recent is still running. */
const ALIVE_SECONDS = 10;

const inUse = (found: number): StartError =>
  new StartError(
    `The database is not empty: it has ${counted(found, 'table', 'tables')}. ` +
      'Restore into a new one; nothing was changed.',
  );

async function hasRows(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ filled: boolean }>(
    `SELECT EXISTS (SELECT FROM public.${escapeIdentifier(table)}) AS filled`,
  );
  return rows[0]?.filled === true;
}

/** True if all tables are in the product's schemas, and the tables with members' data are empty. */
async function isUnused(client: ClientBase, found: number): Promise<boolean> {
  const { rows } = await client.query<{ name: string; schema: string }>(
    `SELECT c.relname AS name, n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'jobs')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass
         AND d.deptype = 'e')`,
  );
  const names = rows.filter(({ schema }) => schema === 'public').map(({ name }) => name);
  if (rows.length < found || !names.includes('kysely_migration') || !names.includes('schema_floor')) return false;
  for (const name of names) if (!WRITTEN_BY_STARTS.has(name) && (await hasRows(client, name))) return false;
  return true;
}

async function requireNoServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ running: boolean }>(
    `SELECT EXISTS (SELECT FROM presence_nodes WHERE beat_at > now() - make_interval(secs => $1)) AS running`,
    [ALIVE_SECONDS],
  );
  if (rows[0]?.running)
    throw new StartError('A server is running on this database. Stop all servers and workers, then restore.');
}

/**
 * Leaves an empty database as it is, and empties one that a start has prepared and nobody has used, within the caller's
 * transaction. Throws StartError otherwise.
 */
export async function emptyUnusedDatabase(client: ClientBase): Promise<void> {
  const found = await countRelations(client);
  if (found === 0) return;
  if (!(await isUnused(client, found))) throw inUse(found);
  await requireNoServer(client);
  await client.query('DROP SCHEMA IF EXISTS jobs CASCADE');
  await client.query('DROP SCHEMA public CASCADE');
  await client.query('CREATE SCHEMA public');
}
