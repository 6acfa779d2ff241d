import { type Kysely, sql } from 'kysely';

/*
 * The payments to a host who is banned are looked up and refunded. What is held (0087) has its indexes here, in a
 * transaction apart: building them lets others read, which the ALTERs of their tables do not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX payments_host ON payments (host_id) WHERE refund_requested_at IS NULL`.execute(db);
  await sql`CREATE INDEX posts_held ON posts (user_id) WHERE held`.execute(db);
  await sql`CREATE INDEX comments_held ON comments (user_id) WHERE held`.execute(db);
}
