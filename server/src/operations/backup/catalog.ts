/** The objects of a database, read from PostgreSQL's own catalog. */
import { type ClientBase, escapeIdentifier } from 'pg';

export type Table = { name: string; columns: string[] };

/**
 * Tables excluded from a backup: tables of the present moment only (who is online, the order of a list during
 * scrolling, and pending mails and push messages, which would be sent again), the reports that commands have stored
 * about this installation, and the migrations' own tables, whose content is in the manifest.
 */
const LEFT_OUT = [
  'kysely_migration',
  'kysely_migration_lock',
  'presence_nodes',
  'presence_members',
  'feed_snapshots',
  'notification_mails',
  'push_messages',
  'operator_reports',
];

/** SQL: the tables `c` in the product's schema that no extension owns. */
const OWN = `c.relnamespace = current_schema()::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass
    AND d.deptype = 'e')`;

/** Returns the tables of a backup, by name, with their columns that are not generated. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE ${OWN} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL($1)
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

/** Returns the number of tables and views, whoever created them; 0 in an unused database. */
export async function countRelations(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
       AND n.nspname NOT LIKE 'pg_temp_%' AND n.nspname NOT LIKE 'pg_toast_temp_%'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass
         AND d.deptype = 'e')`,
  );
  return rows[0]?.count ?? 0;
}

/** Returns the major version, such as 18 for 18.4. */
export async function majorVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ major: number }>(
    "SELECT current_setting('server_version_num')::integer / 10000 AS major",
  );
  return rows[0]?.major ?? 0;
}

export async function listMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map((row) => row.name);
}

export async function listSequences(client: ClientBase): Promise<Record<string, { last: string; called: boolean }>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE ${OWN} AND c.relkind = 'S'`,
  );
  const sequences: Record<string, { last: string; called: boolean }> = {};
  for (const { name } of rows) {
    const found = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM ${escapeIdentifier(name)}`,
    );
    if (found.rows[0]) sequences[name] = found.rows[0];
  }
  return sequences;
}

/** Statements that drop what makes loading slow or dependent on an order, and statements that recreate it. */
export type Constraints = { drop: string[]; create: string[] };

/** Returns foreign keys, and indexes without a constraint, of the tables of a backup. */
export async function listConstraints(client: ClientBase): Promise<Constraints> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT k.conrelid::regclass::text AS table, quote_ident(k.conname) AS name,
      pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE ${OWN} AND k.contype = 'f' ORDER BY 1, 2`,
  );
  const indexes = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     WHERE ${OWN} AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid) ORDER BY 1`,
  );
  return {
    drop: [
      ...keys.rows.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
      ...indexes.rows.map(({ name }) => `DROP INDEX ${name}`),
    ],
    create: [
      ...indexes.rows.map(({ definition }) => definition),
      ...keys.rows.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
    ],
  };
}
