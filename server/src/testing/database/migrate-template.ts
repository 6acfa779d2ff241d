import { openDatabase } from '#db/connection/pool.ts';
import { migrate } from '#db/migrate.ts';
import { createJobs } from '#platform/jobs/pg-boss-jobs.ts';
import type { DatabaseConnection } from './test-database.ts';

/** Prepares the template: the schema, and the job queue's tables, which otherwise each test would create anew. */
export async function migrateTemplate(connection: DatabaseConnection): Promise<void> {
  const database = openDatabase(connection, () => undefined);
  await migrate(database.db);
  await database.close();
  const jobs = createJobs(connection, { onError: () => undefined, onSettled: () => undefined }, { working: false });
  await jobs.start();
  await jobs.stop();
}
