import { readWords } from '../run/command-words.ts';
import { readConfig } from '../run/read-config.ts';
import { reportFailure } from '../run/report-failure.ts';

/** `npm run migrate`: brings the database up to date and exits. Concurrent runs wait for each other. */
async function run(): Promise<void> {
  readWords('npm run migrate');
  const { bringUpToDate } = await import('../../server/src/operations/migrate.ts');
  const applied = await bringUpToDate(await readConfig());
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
}

await run().catch(reportFailure);
