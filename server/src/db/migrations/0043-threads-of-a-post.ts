import { type Kysely, sql } from 'kysely';

/*
 * A post's top-level comments get a count of their own beside the one of all comments: the list of them says how many
 * there are. Both are kept by one statement, so that a comment costs what it did. Comments wait while it is filled in.
 */
const change = (transition: string, sign: '+' | '-') => `
  UPDATE public.posts t
  SET comments_count = t.comments_count ${sign} c.comments_count,
    threads_count = t.threads_count ${sign} c.threads_count
  FROM (
    SELECT r.post_id, count(*)::integer AS comments_count,
      (count(*) FILTER (WHERE r.parent_id IS NULL))::integer AS threads_count
    FROM ${transition} r GROUP BY 1
  ) c WHERE t.id = c.post_id;`;

const keep = (event: 'insert' | 'delete', body: string) =>
  `CREATE OR REPLACE FUNCTION count_comments_1_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN ${body} RETURN NULL; END $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'LOCK TABLE comments IN SHARE ROW EXCLUSIVE MODE',
    'ALTER TABLE posts ADD COLUMN threads_count integer NOT NULL DEFAULT 0 CHECK (threads_count >= 0)',
    `UPDATE posts t SET threads_count = c.threads
     FROM (SELECT post_id, count(*)::integer AS threads FROM comments WHERE parent_id IS NULL GROUP BY 1) c
     WHERE t.id = c.post_id`,
    keep('insert', change('new_rows', '+')),
    keep('delete', change('old_rows', '-')),
  ])
    await sql.raw(statement).execute(db);
}
