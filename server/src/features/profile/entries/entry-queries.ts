import { MAX_PROFILE_ENTRIES } from '@afterhours/contract/profile/profile';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Database } from '#db/schema/schema.ts';
import { newId } from '#db/statements/id.ts';
import type { EntryTable } from './entry-kinds.ts';

type Row<T extends EntryTable> = Selectable<Database[T]>;

export async function selectEntries<T extends EntryTable>(
  db: Db,
  { table, order }: { table: T; order: RawBuilder<unknown> },
  userId: string,
): Promise<Row<T>[]> {
  const { rows } = await sql<Row<T>>`
    SELECT * FROM ${sql.table(table)} WHERE user_id = ${userId}::uuid
    ORDER BY ${order} LIMIT ${MAX_PROFILE_ENTRIES}`.execute(db);
  return rows;
}

/**
 * Locks a member's profile, so that entries added concurrently are counted one after the other. Rows that refer to the
 * member can still be inserted.
 */
export async function lockProfile(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Returns how many entries of a kind a member has; at most the profile's limit. */
export async function countEntries(db: Db, table: EntryTable, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM ${sql.table(table)} WHERE user_id = ${userId}::uuid`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertEntry<T extends EntryTable>(
  db: Db,
  table: T,
  userId: string,
  columns: object,
): Promise<Row<T>> {
  const names = Object.keys(columns).map((name) => sql.ref(name));
  const { rows } = await sql<Row<T>>`
    INSERT INTO ${sql.table(table)} (id, user_id, ${sql.join(names)})
    VALUES (${newId()}, ${userId}, ${sql.join(Object.values(columns))}) RETURNING *`.execute(db);
  return rows[0] as Row<T>;
}

/** Changes the member's entry; returns undefined if it does not exist or is another member's. */
export async function updateEntryRow<T extends EntryTable>(
  db: Db,
  table: T,
  owned: { id: string; userId: string },
  columns: object,
): Promise<Row<T> | undefined> {
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<Row<T>>`
    UPDATE ${sql.table(table)} SET ${sql.join(sets)}
    WHERE id = ${owned.id}::uuid AND user_id = ${owned.userId}::uuid RETURNING *`.execute(db);
  return rows[0];
}

/** Deletes the member's entry; returns false if it does not exist or is another member's. */
export async function deleteEntryRow(
  db: Db,
  table: EntryTable,
  owned: { id: string; userId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)}
    WHERE id = ${owned.id}::uuid AND user_id = ${owned.userId}::uuid`.execute(db);
  return numAffectedRows === 1n;
}
