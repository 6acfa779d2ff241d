import { type Kysely, sql } from 'kysely';

/*
 * An index of words first notes new entries in a list of its own, and every search reads that list from end to end:
 * with a few hundred pages on it each look-up took a hundred times what it takes in the index itself. Members' words
 * go straight into their indexes, as a member's fame moves seldom; those of posts, which are many, wait in a short
 * list. `member_search_famous` (29: some 150 followers) answers a common word among the best known alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX member_search_famous ON member_search USING gin (document) WITH (fastupdate = off)
    WHERE fame >= 29`.execute(db);
  for (const index of ['member_search_document', 'member_search_known', 'search_dictionary_trigrams'])
    await sql`ALTER INDEX ${sql.id(index)} SET (fastupdate = off)`.execute(db);
  await sql`ALTER INDEX posts_words SET (gin_pending_list_limit = 256)`.execute(db);
  for (const index of ['member_search_document', 'member_search_known', 'search_dictionary_trigrams', 'posts_words'])
    await sql`SELECT gin_clean_pending_list(${index}::regclass)`.execute(db);
}
