/** The full content of a database or a folder, for tests of backups. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

type Content = { rows: Record<string, unknown[]>; schema: unknown[] };

/** Returns all rows of the tables in a backup, and the definitions of the tables. */
export async function readAll(settings: pg.ClientConfig): Promise<Content> {
  const client = new pg.Client(settings);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%'
       AND tablename NOT LIKE 'presence%' AND tablename NOT IN ('feed_snapshots', 'operator_reports') ORDER BY 1`,
  );
  const rows: Content['rows'] = {};
  for (const { name } of tables)
    rows[name] = (await client.query(`SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY to_jsonb(t)::text`)).rows;
  const { rows: schema } = await client.query(`
    SELECT conrelid::regclass::text AS on, conname AS name, pg_get_constraintdef(oid) AS what FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1, 2, 3`);
  await client.end();
  return { rows, schema };
}

export const listFiles = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [
        path.relative(root, path.join(entry.parentPath, entry.name)),
        readFileSync(path.join(entry.parentPath, entry.name)).toString('base64'),
      ]),
  );
