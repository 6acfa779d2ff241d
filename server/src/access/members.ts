/** Looks up and locks the members that a viewer may see, for commands. */
import { personTexts } from '@afterhours/contract/people/people';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { anyValue, preparePipelined } from '#db/statements/prepared.ts';
import { notFound } from '#http/errors/errors.ts';
import { memberVisible } from './visibility.ts';

/** How long a former username leads to its member. */
export const FORMER_USERNAME_DAYS = 90;

/** Returns a member; throws a 404 if the member is not visible to this viewer. */
export async function requireMember(
  db: Db,
  viewerId: string | null,
  userId: string,
): Promise<{ id: string; name: string }> {
  const row = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.first_name', 'u.last_name'])
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .where(memberVisible(viewerId))
    .executeTakeFirst();
  if (!row) throw notFound(personTexts.gone);
  return { id: row.id, name: `${row.first_name} ${row.last_name}` };
}

/**
 * Locks a member's row until the transaction ends, so that changes to the account run one after the other, and returns
 * it; undefined if the account was deleted.
 */
export const lockMember = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/**
 * SQL: the members with these ids (SQL), as rows that are locked until the transaction ends. It belongs at the
 * beginning of a statement that goes on to lock posts or counts. Deleting an account locks the member first, too.
 * Concurrent statements that name the member therefore wait before they lock anything else, and then find the member
 * gone. Rows are always locked in the same order.
 */
export const lockedMembers = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT u.id, u.deleted_at FROM users u WHERE u.id IN (${ids}) ORDER BY u.id FOR KEY SHARE`;

/** Locks the members with these ids (SQL) against deletion, in a statement of its own. */
export async function lockAgainstDeletion(db: Db, ids: RawBuilder<unknown>): Promise<void> {
  await sql`WITH locked AS (${lockedMembers(ids)}) SELECT count(*) FROM locked`.execute(db);
}

const selectCountersForUpdate = preparePipelined<{ userIds: readonly string[] }>(
  'lock-counters',
  ({ userIds }) => sql`
    SELECT user_id FROM member_counters WHERE user_id = ANY (${anyValue(sql`${userIds}::uuid[]`)}::uuid[])
    ORDER BY user_id FOR UPDATE`,
);

/**
 * Locks members through their counters, always in the same order: concurrent actions by members on each other are
 * serialized, and the counters that they change are locked in an order that cannot deadlock.
 */
export async function lockCounters(db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await selectCountersForUpdate(db, { userIds });
}
