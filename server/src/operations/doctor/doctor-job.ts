import type pg from 'pg';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { runDoctorChecks } from './doctor.ts';

/**
 * Runs the checks whose cost does not grow with the site every night, so that owners see the findings without a
 * command.
 */
const nightlyDoctor = defineJob<Record<string, never>>('operations.doctor', { cron: '35 4 * * *', retries: 1 });

/** Registers the nightly check; `pool` is the server's pool. */
export function registerDoctor({ config, db, storage, jobs, log }: Services, pool: pg.Pool): void {
  jobs.work(nightlyDoctor, async () => {
    const options = { repair: false, quick: true, onFinding: () => undefined };
    const counts = await runDoctorChecks({ config, db, pool, storage, repair: false }, options);
    log.info(counts, 'the nightly doctor has finished');
  });
}
