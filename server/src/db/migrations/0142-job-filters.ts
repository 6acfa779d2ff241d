import { type Kysely, sql } from 'kysely';

/**
 * Indexes for filters of open jobs. `closed` repeats `posts.closed_at`, so that the indexes hold open jobs alone;
 * `reach` has the countries from which one can work, `*` for any.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs ADD COLUMN closed boolean NOT NULL DEFAULT FALSE,
    ADD COLUMN reach text[] GENERATED ALWAYS AS (
      CASE WHEN countries = '{}' AND remote = 'full' THEN ARRAY['*'] ELSE countries END) STORED`.execute(db);
  await sql`UPDATE jobs j SET closed = TRUE FROM posts p WHERE p.id = j.post_id AND p.closed_at IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX jobs_open_employment ON jobs (employment, post_id DESC) WHERE NOT closed`.execute(db);
  await sql`CREATE INDEX jobs_open_remote ON jobs (remote, post_id DESC) WHERE NOT closed`.execute(db);
  await sql`CREATE INDEX jobs_open_pay ON jobs (pay_currency, pay_period, pay_min) WHERE NOT closed`.execute(db);
  await sql`CREATE INDEX jobs_open_reach ON jobs USING gin (reach) WHERE NOT closed`.execute(db);
  // A version before closes jobs by their posts alone.
  await sql
    .raw(`CREATE FUNCTION close_terms() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE jobs SET closed = TRUE WHERE post_id = NEW.id;
      RETURN NULL; END $$`)
    .execute(db);
  await sql`CREATE TRIGGER close_terms AFTER UPDATE OF closed_at ON posts
    FOR EACH ROW WHEN (NEW.closed_at IS NOT NULL AND OLD.closed_at IS NULL)
    EXECUTE FUNCTION close_terms()`.execute(db);
}
