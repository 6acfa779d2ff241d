import { type Kysely, sql } from 'kysely';

/*
 * What the completion of names looks up: the beginnings of usernames, of full names and of last names; and the
 * best known members in order. `name_prefix`
 * does to a name what `search_words` does to a word. `unaccent` counts as changeable only because its rules are in a
 * file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE FUNCTION name_prefix(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
       SELECT left(lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFKC))), 60)
     $$`,
    'CREATE INDEX users_username_prefix ON users ((username COLLATE "C"))',
    `CREATE INDEX users_full_name_prefix ON users ((name_prefix(first_name || ' ' || last_name) COLLATE "C"))`,
    'CREATE INDEX users_last_name_prefix ON users ((name_prefix(last_name) COLLATE "C"))',
    'CREATE INDEX member_search_leading ON member_search (fame DESC, user_id) WHERE fame >= 17',
  ])
    await sql.raw(statement).execute(db);
}
