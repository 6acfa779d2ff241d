import {
  type AutomationSwitches,
  defaultSwitches,
  type FilterBody,
  NEW_MEMBER_DAYS,
  NEW_MEMBER_POSTS,
} from '@afterhours/contract/moderation/automation';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';

/** Returns all filters, oldest first. */
export const selectFilters = (db: Db) => db.selectFrom('filters').selectAll().orderBy('id').execute();

/** Returns the switches that an owner has set; undefined if none has. */
export async function selectSwitches(db: Db): Promise<AutomationSwitches | undefined> {
  const row = await db.selectFrom('automation_switches').selectAll().executeTakeFirst();
  if (!row) return undefined;
  const { new_members: newMembers, reporters, first_jobs: firstJobs, reported_hosts: reportedHosts } = row;
  return { newMembers, reporters, firstJobs, reportedHosts };
}

/** Returns all switches, and makes other owners' changes of them wait for the end of the transaction. */
export async function lockSwitches(db: Db): Promise<AutomationSwitches> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('automation_switches'))`.execute(db);
  return (await selectSwitches(db)) ?? defaultSwitches;
}

export async function storeSwitches(db: Db, switches: AutomationSwitches): Promise<void> {
  const { newMembers, reporters, firstJobs, reportedHosts } = switches;
  const values = { new_members: newMembers, reporters, first_jobs: firstJobs, reported_hosts: reportedHosts };
  await db
    .insertInto('automation_switches')
    .values(values)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(values))
    .execute();
}

/** Stores a filter and returns it; returns undefined if there are already `max`. */
export async function insertFilter(db: Db, fields: FilterBody, max: number) {
  await sql`SELECT pg_advisory_xact_lock(hashtext('filters'))`.execute(db);
  const { count } = await db
    .selectFrom('filters')
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= max) return undefined;
  return db
    .insertInto('filters')
    .values({ id: newId(), ...fields })
    .returningAll()
    .executeTakeFirst();
}

/** Returns when a filter was changed last, and locks it; undefined if there is none. */
export async function lockFilter(db: Db, id: string): Promise<Date | undefined> {
  const row = await db.selectFrom('filters').select('updated_at').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.updated_at;
}

export const updateFilterRow = (db: Db, id: string, fields: FilterBody) =>
  db
    .updateTable('filters')
    // Two changes within a millisecond have different times, too.
    .set({ ...fields, updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Returns the rule of the deleted filter; undefined if there was none. */
export async function deleteFilterRow(db: Db, id: string): Promise<string | undefined> {
  const deleted = await db.deleteFrom('filters').where('id', '=', id).returning('note').executeTakeFirst();
  return deleted?.note;
}

/** SQL for whether the member of the row `u` of `users` is new. Staff never are. */
export const isNewInRow = sql<boolean>`((u.created_at > now() - make_interval(days => ${sql.lit(NEW_MEMBER_DAYS)})
  OR (SELECT count(*) FROM (SELECT 1 FROM posts p WHERE p.user_id = u.id AND p.hidden_by IS NULL
    LIMIT ${sql.lit(NEW_MEMBER_POSTS)}) visible) < ${sql.lit(NEW_MEMBER_POSTS)})
  AND NOT EXISTS (SELECT 1 FROM staff s WHERE s.user_id = u.id))`;

/** Whether a member is new, by the days since they joined or by the number of their visible posts. */
export async function isNewMember(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM users u WHERE u.id = ${userId}::uuid AND ${isNewInRow}`.execute(db);
  return rows.length > 0;
}
