import type { Config } from '#config/config.ts';
import { migrate } from '#db/migrate.ts';
import { withExistingDatabase } from './with-existing-database.ts';

/**
 * Applies the missing migrations and returns their names. Runs without a server's statement timeout, because building
 * an index on a large database takes longer. Throws StartError if the database cannot be used.
 */
export const bringUpToDate = (config: Config): Promise<string[]> => withExistingDatabase(config, 2, migrate);
