/**
 * Which versions may use a database. Migrations expand: the version before goes on working after them. A migration that
 * removes something names the oldest migration that a version has to know to run afterwards, which is stored here as
 * the floor. A version that does not know all migrations of a database may use it if it knows that one.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema/schema.ts';

/** What a version and a database have in common; `floor` is the migration that a version has to know. */
type Meeting = { known: readonly string[]; applied: readonly string[]; floor: string | null };

export type Verdict =
  /** The version knows all migrations of the database; missing ones may be applied. */
  | 'fits'
  /** A newer version has migrated the database, and has left all that this one needs. */
  | 'older'
  | 'too old'
  /** Each knows something that the other does not: they are of different lines. */
  | 'strange';

export function judge({ known, applied, floor }: Meeting): Verdict {
  const names = new Set(known);
  if (applied.every((name) => names.has(name))) return 'fits';
  if (floor === null || !names.has(floor)) return 'too old';
  const there = new Set(applied);
  return known.every((name) => there.has(name)) ? 'older' : 'strange';
}

const isThere = async (db: Kysely<Database>, table: string): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS there`.execute(db);
  return rows[0]?.there ?? false;
};

export async function listApplied(db: Kysely<Database>): Promise<string[]> {
  if (!(await isThere(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map((row) => row.name);
}

export async function readFloor(db: Kysely<Database>): Promise<string | null> {
  if (!(await isThere(db, 'schema_floor'))) return null;
  const { rows } = await sql<{ name: string }>`SELECT name FROM schema_floor`.execute(db);
  return rows[0]?.name ?? null;
}

/** Stores, in the migration's own transaction, which migration a version has to know from now on. */
export async function raiseFloor(db: Kysely<unknown>, name: string): Promise<void> {
  await sql`
    INSERT INTO schema_floor (name) VALUES (${name})
    ON CONFLICT (is_one) DO UPDATE SET name = greatest(schema_floor.name, excluded.name)`.execute(db);
}
