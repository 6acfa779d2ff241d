import type { Config } from '#config/config.ts';
import { openDatabase } from '#db/connection/pool.ts';
import { migrate } from '#db/migrate.ts';
import { explainDatabase } from '#main.ts';
import { openExistingDatabase } from './existing-database.ts';

/**
 * Applies the missing migrations and returns their names. Runs without a server's statement timeout, because building
 * an index on a large database takes longer. Throws StartError if the database cannot be used.
 */
export async function bringUpToDate(config: Config): Promise<string[]> {
  const existing = await openExistingDatabase(config);
  const database = openDatabase({ ...existing.connection, max: 2 }, () => undefined);
  try {
    return await migrate(database.db);
  } catch (error) {
    throw explainDatabase(error, config);
  } finally {
    await database.close();
    await existing.stop();
  }
}
