import { fromKysely, PgBoss } from 'pg-boss';
import type { ConnectionSettings } from '#db/pool.ts';
import type { Jobs, JobType } from './jobs.ts';

type Registered = { job: JobType<object>; handler: (payload: object) => Promise<void> };

const SCHEMA = 'jobs';
const KEEP_DONE_SECONDS = 3_600;

/** Jobs in PostgreSQL by pg-boss: LISTEN wakes the worker, polling is the safety net. */
export function createJobs(connection: ConnectionSettings, onError: (error: unknown) => void): Jobs {
  const boss = new PgBoss({
    ...(connection as object),
    schema: SCHEMA,
    max: 3,
    application_name: 'afterhours-jobs',
    useListenNotify: true,
    superviseIntervalSeconds: 60,
  });
  boss.on('error', onError);
  const registered: Registered[] = [];
  let started = false;
  return {
    async enqueue(db, job, payload, { delaySeconds = 0 } = {}) {
      await boss.send(job.name, payload, {
        db: fromKysely(db),
        ...(delaySeconds > 0 ? { startAfter: delaySeconds } : {}),
      });
    },
    work(job, handler) {
      registered.push({ job, handler: handler as Registered['handler'] });
    },
    async start({ working }) {
      await boss.start();
      started = true;
      for (const { job } of registered) {
        await boss.createQueue(job.name, {
          retryLimit: job.retries,
          retryDelay: job.retryDelay,
          retryBackoff: true,
          deleteAfterSeconds: KEEP_DONE_SECONDS,
          notify: true,
        });
        if (job.cron) await boss.schedule(job.name, job.cron);
      }
      if (!working) return;
      for (const { job, handler } of registered) {
        await boss.work<object>(job.name, { pollingIntervalSeconds: 10 }, async (batch) => {
          for (const item of batch) await handler(item.data);
        });
      }
    },
    async stop() {
      if (started) await boss.stop({ graceful: true, close: true, timeout: 10_000 });
    },
  };
}
