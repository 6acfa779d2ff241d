import { isDeepStrictEqual } from 'node:util';
import { fromKysely, type JobResult, PgBoss } from 'pg-boss';
import type { ConnectionSettings } from '#db/connection/pool.ts';
import { isRefusal } from '../mail/with-refusals.ts';
import { wakeWhenDue } from './due-queues.ts';
import { type Jobs, type JobType, LONGEST_RETRY_DELAY_SECONDS } from './jobs.ts';

type Registered = { job: JobType<object>; handler: (payload: object) => Promise<void> };

export type JobListeners = {
  onError: (error: unknown) => void;
  /** Called when an attempt at a job has ended, after this many seconds; a failed one is retried later. */
  onSettled: (name: string, outcome: 'done' | 'failed', seconds: number) => void;
};

const SCHEMA = 'jobs';
const KEEP_DONE_SECONDS = 3_600;
/** Retries before a mail that its recipient rejects permanently is given up: the mail server may be misconfigured. */
const REFUSED_TRIES = 8;

/*
 * A notification wakes a worker for one fetch, and retries send none: fetch several jobs and continue while batches are
 * full. `due-queues.ts` wakes the workers for the remaining jobs, so polling is only a fallback for when that fails.
 */
const WORKING = {
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 60,
  notifyPollingIntervalSeconds: 60,
} as const;

/** Each of several workers fetches one job; only the first of them is woken. */
const WORKING_SINGLY = { ...WORKING, batchSize: 1, pollingIntervalSeconds: 15, notifyPollingIntervalSeconds: 15 };

/** Typed like the usual options, from which the library infers that jobs report their results. */
const workingOf = ({ atOnce }: JobType<object>): typeof WORKING =>
  atOnce === null ? WORKING : ({ ...WORKING_SINGLY, localConcurrency: atOnce } as object as typeof WORKING);

type Item = { id: string; name: string; data: object; retryCount: number };

/** Runs one job of a batch; an error fails only that job. */
async function settle(
  item: Item,
  { job, handler }: Registered,
  { onError, onSettled }: JobListeners,
): Promise<JobResult> {
  const start = performance.now();
  const settled = (outcome: 'done' | 'failed') => onSettled(item.name, outcome, (performance.now() - start) / 1_000);
  try {
    await handler(item.data);
    settled('done');
    return { id: item.id, status: 'completed' };
  } catch (error) {
    settled('failed');
    onError(error);
    const isGivenUp = job.mails && isRefusal(error) && item.retryCount >= REFUSED_TRIES;
    return {
      id: item.id,
      status: isGivenUp ? 'completed' : 'failed',
      output: { message: error instanceof Error ? error.message : 'unknown fault' },
    };
  }
}

/**
 * Creates new queues and schedules, and gives those of an older version their retries. At startup nearly all of them
 * exist, and a request for each would be most of the traffic to the database.
 */
async function createQueues(boss: PgBoss, registered: readonly Registered[]): Promise<void> {
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { job } of registered) {
    const tries = {
      retryLimit: job.retries,
      retryDelay: job.retryDelay,
      retryBackoff: true,
      retryDelayMax: LONGEST_RETRY_DELAY_SECONDS,
    };
    const existing = queues.get(job.name);
    if (!existing) await boss.createQueue(job.name, { ...tries, deleteAfterSeconds: KEEP_DONE_SECONDS, notify: true });
    else if (!isDeepStrictEqual({ ...existing, ...tries }, existing)) await boss.updateQueue(job.name, tries);
    if (job.cron && schedules.get(job.name) !== job.cron) await boss.schedule(job.name, job.cron);
  }
}

/** Repeats handlers in this process, running each only once at a time. */
function createRepetition({ onError, onSettled }: JobListeners) {
  const handlers: { name: string; seconds: number; handler: () => Promise<void> }[] = [];
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();

  async function run(name: string, handler: () => Promise<void>): Promise<void> {
    const start = performance.now();
    const settled = (outcome: 'done' | 'failed') => onSettled(name, outcome, (performance.now() - start) / 1_000);
    try {
      await handler();
      settled('done');
    } catch (error) {
      settled('failed');
      onError(error);
    }
  }

  return {
    add: (name: string, seconds: number, handler: () => Promise<void>) => handlers.push({ name, seconds, handler }),
    start(): void {
      for (const { name, seconds, handler } of handlers) {
        const begin = () => {
          if (!running.has(name))
            running.set(
              name,
              run(name, handler).finally(() => running.delete(name)),
            );
        };
        begin();
        timers.push(setInterval(begin, seconds * 1_000).unref());
      }
    },
    async stop(): Promise<void> {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}

/**
 * Jobs in PostgreSQL, through pg-boss: LISTEN wakes the workers, polling is the fallback. Without `working`, this
 * process only enqueues jobs; other processes run them, the schedule and the maintenance.
 */
export function createJobs(connection: ConnectionSettings, listeners: JobListeners, { working = true } = {}): Jobs {
  const boss = new PgBoss({
    ...(connection as object),
    schema: SCHEMA,
    max: 3,
    application_name: 'afterhours-jobs',
    useListenNotify: working,
    supervise: working,
    schedule: working,
    superviseIntervalSeconds: 60,
  });
  boss.on('error', listeners.onError);
  const registered: Registered[] = [];
  const repetition = createRepetition(listeners);
  let started = false;
  let stopWaking: () => Promise<void> = () => Promise.resolve();
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
    repeat: repetition.add,
    listMailing: () => registered.flatMap(({ job }) => (job.mails ? [job.name] : [])),
    async start() {
      await boss.start();
      started = true;
      await createQueues(boss, registered);
      if (!working) return;
      const workers = new Map<string, string>();
      for (const each of registered) {
        const worker = await boss.work<object, unknown, typeof WORKING>(each.job.name, workingOf(each.job), (batch) =>
          Promise.all(batch.map((item) => settle(item, each, listeners))),
        );
        workers.set(each.job.name, worker);
      }
      stopWaking = wakeWhenDue(boss, workers, listeners.onError);
      repetition.start();
    },
    async stop() {
      await repetition.stop();
      await stopWaking();
      if (started) await boss.stop({ graceful: true, close: true, timeout: 10_000 });
    },
  };
}
