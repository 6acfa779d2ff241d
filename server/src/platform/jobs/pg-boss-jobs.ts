import { isDeepStrictEqual } from 'node:util';
import { fromKysely, PgBoss } from 'pg-boss';
import type { ConnectionSettings } from '#db/connection/pool.ts';
import { wakeWhenDue } from './due-queues.ts';
import { defineJob, type JobListeners, type Jobs, LONGEST_RETRY_DELAY_SECONDS } from './jobs.ts';
import { createRepetition } from './repetition.ts';
import { createWorkers, type Registered } from './workers.ts';

const SCHEMA = 'jobs';
const KEEP_DONE_SECONDS = 3_600;

/**
 * Creates new queues and schedules, gives those of an older version their retries, and removes schedules that have
 * another name now. At startup nearly all of them exist, and a request for each would be most of the traffic to the
 * database. A queue with a former name stays, because servers of the older version may still be fetching from it.
 */
async function createQueues(boss: PgBoss, registered: readonly Registered[]): Promise<void> {
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { job, cron, formerName } of registered) {
    const tries = {
      retryLimit: job.retries,
      retryDelay: job.retryDelay,
      retryBackoff: true,
      retryDelayMax: LONGEST_RETRY_DELAY_SECONDS,
    };
    const existing = queues.get(job.name);
    if (!existing) await boss.createQueue(job.name, { ...tries, deleteAfterSeconds: KEEP_DONE_SECONDS, notify: true });
    else if (!isDeepStrictEqual({ ...existing, ...tries }, existing)) await boss.updateQueue(job.name, tries);
    if (cron !== null && schedules.get(job.name) !== cron) await boss.schedule(job.name, cron);
    if (formerName === undefined || !schedules.has(formerName)) continue;
    await boss.unschedule(formerName);
    await boss.deleteQueuedJobs(formerName);
  }
}

/** Returns the functions that enqueue jobs. They call `onEnqueued` with the name of the queue. */
const enqueueing = (boss: PgBoss, onEnqueued: (name: string) => void): Pick<Jobs, 'enqueue' | 'enqueueAll'> => ({
  async enqueue(db, job, payload, { delaySeconds = 0 } = {}) {
    const delay = delaySeconds > 0 ? { startAfter: delaySeconds } : {};
    await boss.send(job.name, payload, { db: fromKysely(db), ...delay });
    onEnqueued(job.name);
  },
  async enqueueAll(db, job, payloads) {
    if (payloads.length === 0) return;
    const items = payloads.map((data) => ({ data }));
    await boss.insert(job.name, items, { db: fromKysely(db), returnId: false });
    onEnqueued(job.name);
  },
});

/**
 * Jobs in PostgreSQL, through pg-boss: LISTEN wakes the workers, polling is the fallback. Without `working`, this
 * process only enqueues jobs; other processes run them, the schedule and the maintenance. Without `runSchedules`,
 * nothing runs by the clock: no scheduled jobs, no repeated handlers and no maintenance.
 */
export function createJobs(
  connection: ConnectionSettings,
  listeners: JobListeners,
  { working = true, runSchedules = true } = {},
): Jobs {
  const boss = new PgBoss({
    ...(connection as object),
    schema: SCHEMA,
    max: 3,
    application_name: 'afterhours-jobs',
    useListenNotify: working,
    supervise: working && runSchedules,
    schedule: working && runSchedules,
    superviseIntervalSeconds: 60,
  });
  boss.on('error', listeners.onError);
  const registered: Registered[] = [];
  const workers = createWorkers(boss, registered, listeners);
  const repetition = createRepetition(listeners);
  let started = false;
  let stopWaking: (() => Promise<void>) | null = null;
  return {
    ...enqueueing(boss, (name) => {
      if (stopWaking && !workers.has(name)) workers.wake(name).catch(listeners.onError);
    }),
    work: (job, handler) => void registered.push({ job, cron: null, handler: handler as Registered['handler'] }),
    schedule: ({ name, formerName, cron, retries }, work) =>
      void registered.push({ job: defineJob(name, { retries }), cron, formerName, handler: work }),
    repeat: repetition.add,
    listMailing: () => registered.flatMap(({ job }) => (job.mails ? [job.name] : [])),
    async start() {
      await boss.start();
      started = true;
      await createQueues(boss, registered);
      if (!working) return;
      const names = registered.map(({ job }) => job.name);
      stopWaking = wakeWhenDue(boss, names, workers.wake, listeners.onError);
      if (runSchedules) repetition.start();
    },
    async stop() {
      await repetition.stop();
      await stopWaking?.();
      stopWaking = null;
      if (started) await boss.stop({ graceful: true, close: true, timeout: 10_000 });
    },
  };
}
