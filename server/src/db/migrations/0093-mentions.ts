import { type Kysely, sql } from 'kysely';

/*
 * Members mentioned in posts and comments, found when a text is written, so that a mention stays with its member when
 * the username changes. Offsets are in code points. The tables of notices say who was told of a mention: each member
 * once, and no more than the limit however often a text is edited.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [one, many] of [
    ['post', 'posts'],
    ['comment', 'comments'],
  ] as const) {
    for (const statement of [
      `CREATE TABLE ${one}_mentions (
         ${one}_id uuid NOT NULL REFERENCES ${many} ON DELETE CASCADE,
         start integer NOT NULL CHECK (start >= 0),
         length smallint NOT NULL CHECK (length > 0),
         user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
         PRIMARY KEY (${one}_id, start)
       )`,
      `CREATE INDEX ${one}_mentions_user ON ${one}_mentions (user_id)`,
      `CREATE TABLE ${one}_mention_notices (
         ${one}_id uuid NOT NULL REFERENCES ${many} ON DELETE CASCADE,
         user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
         PRIMARY KEY (${one}_id, user_id)
       )`,
      `CREATE INDEX ${one}_mention_notices_user ON ${one}_mention_notices (user_id)`,
    ])
      await sql.raw(statement).execute(db);
  }
}
