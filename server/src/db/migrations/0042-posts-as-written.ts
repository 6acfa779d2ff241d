import { type Kysely, sql } from 'kysely';

/*
 * As soon as a row trigger may change a row (0040), PostgreSQL computes generated columns anew with each update: every
 * like took a post's text apart into its words again, the twentieth part of what it cost the database. So nothing of a
 * post is generated any more: a trigger of PostgreSQL's own sets the words when the text changes, the one that keeps
 * the ranks keeps all that follows from counts and time. A load of many rows without triggers sets them itself.
 * `post_popularity` said that it depends on nothing but its arguments, and asked for the time zone; so it was called,
 * and not put in where it is named.
 * Posts that are written together hold their authors' counts in one order here, once the foreign key has held the
 * authors.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE OR REPLACE FUNCTION post_popularity(heat double precision, created_at timestamptz) RETURNS double precision
     LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
       SELECT heat + extract(epoch FROM created_at AT TIME ZONE 'UTC')::double precision / 21600
     $$`,
    `CREATE FUNCTION post_rating_score(ratings_sum integer, ratings_count integer) RETURNS double precision
     LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
       SELECT (17.5::double precision + ratings_sum) / (5 + ratings_count)
     $$`,
    `CREATE FUNCTION post_hour(created_at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
       SELECT floor(extract(epoch FROM created_at AT TIME ZONE 'UTC')::double precision / 3600)::integer
     $$`,
    `CREATE OR REPLACE FUNCTION rank_post() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       NEW.heat := public.post_heat(NEW.likes_count, NEW.comments_count, NEW.ratings_count);
       NEW.popularity := public.post_popularity(NEW.heat, NEW.created_at);
       NEW.rating_score := public.post_rating_score(NEW.ratings_sum, NEW.ratings_count);
       NEW.created_hour := public.post_hour(NEW.created_at);
       RETURN NEW;
     END $$`,
    `ALTER TABLE posts ALTER COLUMN words DROP EXPRESSION, ALTER COLUMN rating_score DROP EXPRESSION,
       ALTER COLUMN created_hour DROP EXPRESSION`,
    `CREATE OR REPLACE TRIGGER posts_rank
     BEFORE INSERT OR UPDATE OF likes_count, comments_count, ratings_count, ratings_sum, created_at ON posts
     FOR EACH ROW EXECUTE FUNCTION rank_post()`,
    `CREATE TRIGGER posts_words BEFORE INSERT OR UPDATE OF title, description ON posts
     FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(words, 'pg_catalog.simple', title, description)`,
    `CREATE OR REPLACE FUNCTION count_posts_6_insert() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       PERFORM 1 FROM public.member_counters m WHERE m.user_id IN (SELECT r.user_id FROM new_rows r)
         ORDER BY m.user_id FOR UPDATE;
       UPDATE public.member_counters t SET posts = t.posts + c.posts
       FROM (SELECT r.user_id, count(*)::integer AS posts FROM new_rows r GROUP BY 1) c WHERE t.user_id = c.user_id;
       RETURN NULL;
     END $$`,
  ])
    await sql.raw(statement).execute(db);
}
