/**
 * Which versions may use a database. Migrations expand: the previous version keeps working after them. A migration that
 * removes something names the oldest migration that a version must know to run afterwards, which is stored as the
 * floor. A version that does not know all of a database's migrations may use it if it knows the floor.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema/schema.ts';

/** The migrations known to a version and applied to a database; `floor` is the migration that a version must know. */
type Versions = { known: readonly string[]; applied: readonly string[]; floor: string | null };

export type Compatibility =
  /** The version knows all of the database's migrations; missing ones may be applied. */
  | 'fits'
  /** A newer version has migrated the database and has left everything that this version needs. */
  | 'older'
  | 'too old'
  /** Each knows migrations that the other does not: they belong to different lines of versions. */
  | 'diverged';

export function compareVersions({ known, applied, floor }: Versions): Compatibility {
  const names = new Set(known);
  if (applied.every((name) => names.has(name))) return 'fits';
  if (floor === null || !names.has(floor)) return 'too old';
  const migrated = new Set(applied);
  return known.every((name) => migrated.has(name)) ? 'older' : 'diverged';
}

const tableExists = async (db: Kysely<Database>, table: string): Promise<boolean> => {
  const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS exists`.execute(db);
  return rows[0]?.exists ?? false;
};

export async function listApplied(db: Kysely<Database>): Promise<string[]> {
  if (!(await tableExists(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map((row) => row.name);
}

export async function readFloor(db: Kysely<Database>): Promise<string | null> {
  if (!(await tableExists(db, 'schema_floor'))) return null;
  const { rows } = await sql<{ name: string }>`SELECT name FROM schema_floor`.execute(db);
  return rows[0]?.name ?? null;
}

/** Stores, in the migration's own transaction, the migration that a version must know from now on. */
export async function raiseFloor(db: Kysely<unknown>, name: string): Promise<void> {
  await sql`
    INSERT INTO schema_floor (name) VALUES (${name})
    ON CONFLICT (is_one) DO UPDATE SET name = greatest(schema_floor.name, excluded.name)`.execute(db);
}
