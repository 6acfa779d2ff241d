import { type Kysely, sql } from 'kysely';

/*
 * `hidden_by` is the decision that hides a post or comment from everybody; null for nearly all. To every count a hidden
 * row is one that is not there: hiding counts as a deletion, and a reversal as an insertion. The replies of a hidden
 * comment are hidden with it, by the same decision. The tags of a hidden post are taken off it; the reversal
 * puts them back.
 */
const countComments = (event: 'insert' | 'delete', rows: string, sign: '+' | '-') => [
  `CREATE OR REPLACE FUNCTION count_comments_1_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     UPDATE public.posts t
     SET comments_count = t.comments_count ${sign} c.comments_count,
       threads_count = t.threads_count ${sign} c.threads_count
     FROM (
       SELECT r.post_id, count(*)::integer AS comments_count,
         (count(*) FILTER (WHERE r.parent_id IS NULL))::integer AS threads_count
       FROM ${rows} r WHERE r.hidden_by IS NULL GROUP BY 1
     ) c WHERE t.id = c.post_id;
     RETURN NULL;
   END $$`,
  `CREATE OR REPLACE FUNCTION count_comments_2_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     UPDATE public.comments t SET replies_count = t.replies_count ${sign} c.replies_count
     FROM (
       SELECT r.parent_id, count(*)::integer AS replies_count
       FROM ${rows} r WHERE r.parent_id IS NOT NULL AND r.hidden_by IS NULL GROUP BY 1
     ) c WHERE t.id = c.parent_id;
     RETURN NULL;
   END $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'ALTER TABLE posts ADD COLUMN hidden_by uuid',
    'ALTER TABLE comments ADD COLUMN hidden_by uuid',
    'CREATE INDEX posts_hidden ON posts (hidden_by) WHERE hidden_by IS NOT NULL',
    'CREATE INDEX comments_hidden ON comments (hidden_by) WHERE hidden_by IS NOT NULL',
    ...countComments('insert', 'new_rows', '+'),
    ...countComments('delete', 'old_rows', '-'),
    `CREATE OR REPLACE FUNCTION count_posts_6_delete() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       UPDATE public.member_counters t SET posts = t.posts - c.posts
       FROM (
         SELECT r.user_id, count(*)::integer AS posts FROM old_rows r WHERE r.hidden_by IS NULL GROUP BY 1
       ) c WHERE t.user_id = c.user_id;
       RETURN NULL;
     END $$`,
    `CREATE FUNCTION count_hidden_comment() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE change integer := CASE WHEN NEW.hidden_by IS NULL THEN 1 ELSE -1 END;
     BEGIN
       UPDATE public.posts SET comments_count = comments_count + change,
         threads_count = threads_count + CASE WHEN NEW.parent_id IS NULL THEN change ELSE 0 END
       WHERE id = NEW.post_id;
       UPDATE public.comments SET replies_count = replies_count + change WHERE id = NEW.parent_id;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER comments_hidden AFTER UPDATE OF hidden_by ON comments FOR EACH ROW
     WHEN ((OLD.hidden_by IS NULL) <> (NEW.hidden_by IS NULL)) EXECUTE FUNCTION count_hidden_comment()`,
    `CREATE FUNCTION count_hidden_post() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF NEW.hidden_by IS NULL THEN
         UPDATE public.member_counters SET posts = posts + 1 WHERE user_id = NEW.user_id;
       ELSE
         UPDATE public.member_counters SET posts = posts - 1 WHERE user_id = NEW.user_id;
         DELETE FROM public.post_hashtags WHERE post_id = NEW.id;
       END IF;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER posts_hidden AFTER UPDATE OF hidden_by ON posts FOR EACH ROW
     WHEN ((OLD.hidden_by IS NULL) <> (NEW.hidden_by IS NULL)) EXECUTE FUNCTION count_hidden_post()`,
  ])
    await sql.raw(statement).execute(db);
}
