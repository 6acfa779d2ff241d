import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseUrl } from '#testing/database/test-database.ts';
import { parseConfig } from '../../config/config.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { examine } from './doctor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Returns what the doctor finds about jobs if a server last looked for scheduled ones at a time, in SQL. */
async function examineJobs(time: string): Promise<string[]> {
  await app.database.pool.query(`UPDATE jobs.version SET cron_on = ${time}`);
  const config = parseConfig({ DATABASE_URL: databaseUrl(app.connection), DATA_DIR: app.dataDir }, app.dataDir);
  const found: string[] = [];
  await examine(config, {
    repair: false,
    quick: true,
    onFinding: (check, { text }) => void (check === 'Jobs and cleanup' && found.push(text)),
  });
  return found;
}

it('The doctor finds that servers are running, but none that runs jobs', async () => {
  const nobody = ['no server runs jobs: mails, reminders and exports wait'];
  expect(await examineJobs('NULL')).toEqual(nobody);
  expect(await examineJobs("now() - interval '5 minutes'")).toEqual(nobody);
  expect(await examineJobs('now()')).toEqual(['no job is overdue']);
});

it('The metrics tell whether a server runs jobs', async () => {
  for (const [time, value] of [
    ['NULL', 1],
    ["now() - interval '5 minutes'", 1],
    ['now()', 0],
  ] as const) {
    await app.database.pool.query(`UPDATE jobs.version SET cron_on = ${time}`);
    expect(await app.metrics.registry.metrics()).toContain(`\njobs_without_worker ${value}\n`);
  }
});
