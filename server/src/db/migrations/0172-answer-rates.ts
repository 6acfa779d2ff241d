import { type Kysely, sql } from 'kysely';

/** In the rate of an author: counted, and answered within fourteen days. */
const COUNTED = (row: string): string => `(${row}.counted IS TRUE)::integer`;
const ANSWERED = (row: string): string =>
  `(${row}.counted IS TRUE AND coalesce(${row}.answered_at <= ${row}.created_at + interval '14 days', FALSE))::integer`;

/** The function of a trigger that adds `changes` in the order of the authors: two statements cannot deadlock. */
const countBy = (name: string, changes: string): string => `CREATE FUNCTION ${name}() RETURNS trigger
  LANGUAGE plpgsql AS $$
  DECLARE one record;
  BEGIN
    FOR one IN
      SELECT poster, sum(more)::integer AS more, sum(better)::integer AS better FROM (${changes}) changes
      WHERE poster IS NOT NULL GROUP BY poster HAVING sum(more) <> 0 OR sum(better) <> 0 ORDER BY poster
    LOOP
      IF one.more > 0 THEN
        INSERT INTO answer_rates (user_id) VALUES (one.poster) ON CONFLICT DO NOTHING;
      END IF;
      UPDATE answer_rates SET applications = applications + one.more, answered = answered + one.better
      WHERE user_id = one.poster;
    END LOOP;
    RETURN NULL;
  END $$`;

/** The rates of authors are counted once for a statement. Before, it was once for a row, in any order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER count_answers ON job_applications`.execute(db);
  await sql`DROP FUNCTION count_answers()`.execute(db);
  const updated = `
    SELECT n.poster_id AS poster, ${COUNTED('n')} - ${COUNTED('o')} AS more,
      ${ANSWERED('n')} - ${ANSWERED('o')} AS better
    FROM now_rows n JOIN old_rows o ON o.id = n.id`;
  const deleted = `SELECT o.poster_id AS poster, -${COUNTED('o')} AS more, -${ANSWERED('o')} AS better FROM old_rows o`;
  await sql.raw(countBy('count_answers', updated)).execute(db);
  await sql.raw(countBy('uncount_answers', deleted)).execute(db);
  await sql`CREATE TRIGGER count_answers AFTER UPDATE ON job_applications
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS now_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_answers()`.execute(db);
  await sql`CREATE TRIGGER uncount_answers AFTER DELETE ON job_applications
    REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION uncount_answers()`.execute(db);
}
