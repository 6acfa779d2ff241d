import type pg from 'pg';
import type { Services } from '#services.ts';
import { runDoctorChecks } from './doctor.ts';

/**
 * Runs the checks whose cost does not grow with the site every night, so that owners see the findings without a
 * command. `pool` is the server's pool.
 */
export function registerDoctor({ config, db, storage, jobs, log }: Services, pool: pg.Pool): void {
  jobs.schedule({ name: 'operations.doctor', cron: '35 4 * * *', retries: 1 }, async () => {
    const options = { repair: false, quick: true, onFinding: () => undefined };
    const counts = await runDoctorChecks({ config, db, pool, storage, repair: false }, options);
    log.info(counts, 'the nightly doctor has finished');
  });
}
