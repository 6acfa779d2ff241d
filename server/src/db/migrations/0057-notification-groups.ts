import { type Kysely, sql } from 'kysely';

/** The order of a member's notifications of one group. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, types] of [
    ['work', "'like', 'comment'"],
    ['network', "'follow', 'connection'"],
    ['events', "'event'"],
  ] as const)
    await sql`
      CREATE INDEX ${sql.ref(`notifications_${name}`)} ON notifications (user_id, created_at DESC, id DESC)
      WHERE type IN (${sql.raw(types)})`.execute(db);
}
