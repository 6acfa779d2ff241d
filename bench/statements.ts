import path from 'node:path';
import { buildApp } from '../server/src/app.ts';
import { parseConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/db/pool.ts';
import type { BenchDatabase } from './database.ts';

/** How many statements one call of each path sends to the database, counted in an application of its own. */
export async function countStatements(database: BenchDatabase, token: string, paths: string[]): Promise<number[]> {
  const config = parseConfig(
    { LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '0', DATA_DIR: database.folder },
    database.folder,
  );
  const pool = openDatabase(database.connection, () => undefined);
  let count = 0;
  pool.onStatement(() => count++);
  const webFolder = path.join(database.folder, 'web');
  const app = await buildApp({ config, database: pool, connection: database.connection, webFolder });
  try {
    const counts: number[] = [];
    for (const url of paths) {
      count = 0;
      const answer = await app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
      counts.push(count);
    }
    return counts;
  } finally {
    await app.stop();
  }
}
