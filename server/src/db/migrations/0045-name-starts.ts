import { type Kysely, sql } from 'kysely';

/*
 * The first two letters of names, for searches of one or two letters: these are begun by too many words for the index
 * of words. What `search_words` does to a word is done here, too. `unaccent` counts as changeable only because its
 * rules are in a file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE FUNCTION name_start(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
       SELECT left(lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFKC))), 2)
     $$`,
    'CREATE INDEX users_first_name_start ON users ((name_start(first_name) COLLATE "C"))',
    'CREATE INDEX users_last_name_start ON users ((name_start(last_name) COLLATE "C"))',
  ])
    await sql.raw(statement).execute(db);
}
