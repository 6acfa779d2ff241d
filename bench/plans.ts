/** Prints the query plan of each statement of the feed pages: EXPLAIN (ANALYZE, BUFFERS). */
import path from 'node:path';
import { buildApp } from '../server/src/app.ts';
import { parseConfig } from '../server/src/config/config.ts';
import { recordStatements } from '../server/src/testing/database/record-statements.ts';
import { type BenchDatabase, benchSignIn, createBenchDatabase, feedSize } from './database.ts';

const pages = [
  '/api/post/getAllPost?limit=20',
  '/api/post/getAllPost?limit=20&sort=latest',
  '/api/post/toprated?limit=20',
];

const log = (line: string): void => console.log(line);

async function explainPages({ connection, folder }: BenchDatabase): Promise<void> {
  const notes = recordStatements(connection);
  const config = parseConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '0', DATA_DIR: folder }, folder);
  const webFolder = path.join(folder, 'web');
  const app = await buildApp({ config, database: notes.database, connection, webFolder });
  try {
    const login = await app.http.inject({ method: 'POST', url: '/api/login', payload: benchSignIn });
    const { token } = login.json<{ body: { token: string } }>().body;
    for (const url of pages) {
      log(`\n# ${url}`);
      const plans = await notes.explain(() => app.http.inject({ url, headers: { authorization: `Bearer ${token}` } }));
      for (const { sql, plan } of plans) {
        log(`\n${sql.replace(/\s+/g, ' ').slice(0, 200)}`);
        for (const line of plan) log(`  ${line}`);
      }
    }
  } finally {
    await app.stop();
  }
}

/** Generates the database of the feed bench, prints the plans, and removes the database. */
export async function printFeedPlans(posts: number): Promise<void> {
  const members = Math.max(60, Math.round((feedSize.members * posts) / feedSize.posts));
  const database = await createBenchDatabase({ ...feedSize, posts, members }, (line) => log(`  ${line}`));
  try {
    log(`Generated in ${database.generatedSeconds.toFixed(1)} s.`);
    await explainPages(database);
  } finally {
    await database.close();
  }
}
