import { type Kysely, sql } from 'kysely';

/*
 * The label that staff have put on a post, comment or member. It follows from the decisions, which alone check its
 * values: a check on the large tables would have to read all of their rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'ALTER TABLE decisions DROP CONSTRAINT decisions_action_check',
    `ALTER TABLE decisions ADD CONSTRAINT decisions_action_check
       CHECK (action IN ('none', 'warn', 'label', 'hide', 'remove', 'suspend', 'ban', 'hold', 'reverse'))`,
    `ALTER TABLE decisions
       ADD COLUMN label text CHECK (label IN ('sensitive', 'misleading', 'unverified_offer', 'advertising')),
       ADD CONSTRAINT decisions_label CHECK ((action = 'label') = (label IS NOT NULL))`,
    `CREATE INDEX decisions_labels ON decisions (subject_id, id DESC) WHERE action = 'label'`,
    'ALTER TABLE posts ADD COLUMN label text',
    'ALTER TABLE comments ADD COLUMN label text',
    'ALTER TABLE users ADD COLUMN label text',
  ])
    await sql.raw(statement).execute(db);
}
