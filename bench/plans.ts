/** How the database carries out each statement of the feed page: EXPLAIN (ANALYZE, BUFFERS), printed. */
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../server/src/db/schema.ts';
import { noFilters, orders } from '../server/src/features/feed/orders.ts';
import { selectPostIds } from '../server/src/features/feed/queries.ts';
import { loadPostsByIds } from '../server/src/features/posts/loaders.ts';
import { benchSignIn, createBenchDatabase, feedSize } from './database.ts';

type Statement = { sql: string; parameters: readonly unknown[] };

const say = (line: string): void => console.log(line);

/** Runs the pages' queries on a builder that notes them; answers what it noted. */
async function noteStatements(connection: pg.PoolConfig): Promise<{ noted: Statement[]; db: Kysely<Database> }> {
  const noted: Statement[] = [];
  const pool = new pg.Pool(connection);
  // What the server says on sockets that are closing, when it stops, is no fault.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void noted.push({ sql: event.query.sql, parameters: event.query.parameters }),
  });
  const viewer = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', benchSignIn.email)
    .executeTakeFirstOrThrow();
  noted.length = 0;
  const start = { limit: 20, after: null, offset: 0, page: 1 };
  const pages = [];
  for (const order of Object.values(orders))
    pages.push(await selectPostIds(db, order, { filters: noFilters, viewerId: viewer.id }, start));
  const ids = pages[0]?.slice(0, 20).map((row) => row.id) ?? [];
  await loadPostsByIds(db, ids, viewer.id);
  return { noted: [...noted], db };
}

/** Generates the database of the feed bench and prints the plans; leaves nothing behind. */
export async function printFeedPlans(posts: number): Promise<void> {
  const members = Math.max(60, Math.round((feedSize.members * posts) / feedSize.posts));
  const database = await createBenchDatabase({ ...feedSize, posts, members }, (line) => say(`  ${line}`));
  try {
    say(`Generated in ${database.generatedSeconds.toFixed(1)} s.`);
    const { noted, db } = await noteStatements(database.connection);
    for (const { sql, parameters } of noted) {
      say(`\n${sql.replace(/\s+/g, ' ').slice(0, 200)}`);
      const query = CompiledQuery.raw(`EXPLAIN (ANALYZE, BUFFERS) ${sql}`, [...parameters]);
      await db.executeQuery(query);
      const { rows } = await db.executeQuery<Record<string, string>>(query);
      for (const row of rows) say(`  ${row['QUERY PLAN']}`);
    }
    await db.destroy();
  } finally {
    await database.close();
  }
}
