import { type Kysely, sql } from 'kysely';

/*
 * What people search finds. `document` holds a member's words – names and username (A), profession (B), skills (C) – in
 * lower case and without accents. `fame` is the number of followers in steps of a quarter doubling; from 20 followers
 * (17) on, an index of their own answers a short or common word without a look at everybody of that name.
 * `search_dictionary` is every word there is, for what was mistyped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const extension of ['pg_trgm', 'unaccent', 'fuzzystrmatch']) {
    await sql`CREATE EXTENSION IF NOT EXISTS ${sql.id(extension)} WITH SCHEMA public`.execute(db);
  }
  await createTables(db);
  await createFunctions(db);
  await createTriggers(db);
  await createForgetting(db);
  await sql`SELECT refresh_member_search(array_agg(id)) FROM users`.execute(db);
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE member_search (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      document tsvector NOT NULL,
      fame smallint NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`CREATE INDEX member_search_document ON member_search USING gin (document)`.execute(db);
  await sql`CREATE INDEX member_search_known ON member_search USING gin (document) WHERE fame >= 17`.execute(db);
  await sql`CREATE TABLE search_dictionary (word text COLLATE "C" PRIMARY KEY)`.execute(db);
  await sql`CREATE INDEX search_dictionary_trigrams ON search_dictionary USING gin (word gin_trgm_ops)`.execute(db);
  await sql`CREATE INDEX search_dictionary_shape ON search_dictionary (left(word, 1), length(word))`.execute(db);
  await sql`
    CREATE TABLE search_progress (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      last_post_id uuid NOT NULL
    )`.execute(db);
  await sql`INSERT INTO search_progress (last_post_id) VALUES ('00000000-0000-0000-0000-000000000000')`.execute(db);
}

// The marks that part words are listed: what counts as a letter differs between databases, what is a space or a comma
// does not.
async function createFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION search_words(value text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
      SELECT coalesce(array_agg(left(word, 40) ORDER BY place), '{}')
      FROM regexp_split_to_table(
        lower(public.unaccent('public.unaccent', normalize(coalesce(value, ''), NFKC))),
        '[][[:space:]!-/:-@\\\\^_\`{-~·•…–—‘’“”«»、。・]+'
      ) WITH ORDINALITY parts(word, place)
      WHERE word <> ''
    $$`.execute(db);
  await sql`
    CREATE FUNCTION fame_of(followers integer) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT floor(4 * log(2, 1 + followers))::smallint
    $$`.execute(db);
  // Weights need positions; the words hold neither quote nor backslash, which part words.
  await sql`
    CREATE FUNCTION search_vector(words text[], weight text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT coalesce(string_agg(quote_literal(word) || ':1' || weight, ' '), '')::tsvector FROM unnest(words) word
    $$`.execute(db);
  await sql`
    CREATE FUNCTION refresh_member_search(members uuid[]) RETURNS void LANGUAGE sql AS $$
      WITH words AS MATERIALIZED (
        SELECT u.id, fame_of(coalesce(m.followers, 0)) AS fame,
          search_words(u.first_name || ' ' || u.last_name) AS names,
          ARRAY[u.username] || search_words(u.username) AS handle,
          search_words(u.profession) AS profession,
          search_words((SELECT string_agg(s.title, ' ') FROM skills s WHERE s.user_id = u.id)) AS skills
        FROM users u LEFT JOIN member_counters m ON m.user_id = u.id WHERE u.id = ANY(members)
      ), dictionary AS (
        INSERT INTO search_dictionary
        SELECT DISTINCT word FROM words CROSS JOIN LATERAL unnest(names || profession || skills) word
        WHERE length(word) BETWEEN 3 AND 30 ORDER BY word
        ON CONFLICT DO NOTHING
      )
      INSERT INTO member_search (user_id, document, fame)
      SELECT id, search_vector(names || handle, 'A') || search_vector(profession, 'B')
        || search_vector(skills, 'C'), fame
      FROM words ORDER BY id
      ON CONFLICT (user_id) DO UPDATE SET document = excluded.document
      WHERE member_search.document IS DISTINCT FROM excluded.document
    $$`.execute(db);
  await sql`
    CREATE FUNCTION refresh_searched_users() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM refresh_member_search(array_agg(id)) FROM touched;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE FUNCTION refresh_searched_owners() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM refresh_member_search(array_agg(DISTINCT user_id)) FROM touched;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE FUNCTION refresh_searched_fame() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE member_search SET fame = fame_of(NEW.followers) WHERE user_id = NEW.user_id;
      RETURN NULL;
    END $$`.execute(db);
}

// A word that nobody has any more is forgotten with the last who had it: it may be a name.
async function createForgetting(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION forget_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM search_dictionary d
      WHERE d.word IN (SELECT w FROM gone CROSS JOIN LATERAL unnest(tsvector_to_array(gone.document)) w)
        AND NOT EXISTS (SELECT 1 FROM member_search s WHERE s.document @@ quote_literal(d.word)::tsquery)
        AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.words @@ quote_literal(d.word)::tsquery);
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER member_search_forget AFTER DELETE ON member_search
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_search_words()`.execute(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TRIGGER users_search_insert AFTER INSERT ON users
    REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refresh_searched_users()`.execute(db);
  // A statement trigger with a transition table cannot name columns; row by row, it costs nothing when no name changes.
  await sql`
    CREATE FUNCTION refresh_searched_user() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM refresh_member_search(ARRAY[NEW.id]);
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER users_search_update AFTER UPDATE OF first_name, last_name, username, profession ON users
    FOR EACH ROW WHEN ((OLD.first_name, OLD.last_name, OLD.username, OLD.profession)
      IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.username, NEW.profession))
    EXECUTE FUNCTION refresh_searched_user()`.execute(db);
  for (const [event, table] of [
    ['INSERT', 'NEW'],
    ['UPDATE', 'NEW'],
    ['DELETE', 'OLD'],
  ] as const) {
    await sql`
      CREATE TRIGGER ${sql.id(`skills_search_${event.toLowerCase()}`)} AFTER ${sql.raw(event)} ON skills
      REFERENCING ${sql.raw(table)} TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION refresh_searched_owners()`.execute(db);
  }
  await sql`
    CREATE TRIGGER member_counters_fame AFTER UPDATE OF followers ON member_counters
    FOR EACH ROW WHEN (fame_of(OLD.followers) <> fame_of(NEW.followers))
    EXECUTE FUNCTION refresh_searched_fame()`.execute(db);
}
