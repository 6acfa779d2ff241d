import { type Kysely, sql } from 'kysely';

/** What the mail server answered when a mail about notifications was tried in vain, for the owners' list of mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['notification_mails', 'notification_digests']) {
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN error text`.execute(db);
    await sql`CREATE INDEX ${sql.ref(`${table}_since`)} ON ${sql.table(table)} (since, user_id)`.execute(db);
    await sql`
      CREATE INDEX ${sql.ref(`${table}_failing`)} ON ${sql.table(table)} (since, user_id) WHERE tries > 0`.execute(db);
  }
  await sql`
    CREATE INDEX notification_settings_refused ON notification_settings (user_id) WHERE stopped = 'refused'`.execute(
    db,
  );
}
