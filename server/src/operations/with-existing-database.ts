import type { Config } from '#config/config.ts';
import { type DatabasePool, openDatabase } from '#db/connection/pool.ts';
import { explainDatabase } from '#main.ts';
import { openExistingDatabase } from './existing-database.ts';

/** Calls `work` with the existing database, and closes it. Throws StartError if the database cannot be used. */
export async function withExistingDatabase<T>(
  config: Config,
  max: number,
  work: (db: DatabasePool['db']) => Promise<T>,
): Promise<T> {
  const existing = await openExistingDatabase(config);
  const database = openDatabase({ ...existing.connection, max }, () => undefined);
  try {
    return await work(database.db);
  } catch (error) {
    throw explainDatabase(error, config);
  } finally {
    await database.close();
    await existing.stop();
  }
}
