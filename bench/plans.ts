/** How the database carries out each statement of the feed page: EXPLAIN (ANALYZE, BUFFERS), printed. */
import { noteStatements } from '../server/src/demo/testing/note-statements.ts';
import { orders, selectPostIds } from '../server/src/features/feed/queries.ts';
import { loadPostsByIds } from '../server/src/features/posts/loaders.ts';
import { benchSignIn, createBenchDatabase, feedSize } from './database.ts';

const say = (line: string): void => console.log(line);

/** Generates the database of the feed bench and prints the plans; leaves nothing behind. */
export async function printFeedPlans(posts: number): Promise<void> {
  const members = Math.max(60, Math.round((feedSize.members * posts) / feedSize.posts));
  const database = await createBenchDatabase({ ...feedSize, posts, members }, (line) => say(`  ${line}`));
  try {
    say(`Generated in ${database.generatedSeconds.toFixed(1)} s.`);
    const notes = noteStatements(database.connection);
    const { db } = notes;
    const viewer = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', benchSignIn.email)
      .executeTakeFirstOrThrow();
    const start = { limit: 20, after: null, offset: 0, page: 1 };
    const plans = await notes.explain(async () => {
      for (const order of [orders.latest, orders.topRated]) await selectPostIds(db, order, {}, start);
      const page = await selectPostIds(db, orders.popular, {}, start);
      const ids = page.slice(0, start.limit).map((row) => row.id);
      await loadPostsByIds(db, ids, viewer.id);
    });
    for (const { sql, plan } of plans) {
      say(`\n${sql.replace(/\s+/g, ' ').slice(0, 200)}`);
      for (const line of plan) say(`  ${line}`);
    }
    await db.destroy();
  } finally {
    await database.close();
  }
}
