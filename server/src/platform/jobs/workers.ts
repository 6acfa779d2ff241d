/** Workers of pg-boss, one for each kind of job that this process has run. */
import type { JobResult, PgBoss } from 'pg-boss';
import { isRefusal } from '../mail/with-refusals.ts';
import { type JobListeners, type JobType, timeAttempt } from './jobs.ts';

/** `cron` is null for jobs that are only enqueued. */
export type Registered = {
  job: JobType<object>;
  cron: string | null;
  formerName?: string | undefined;
  handler: (payload: object) => Promise<unknown>;
};

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
  const settled = timeAttempt(item.name, onSettled);
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

export type Workers = {
  /** True once the worker of a queue has been started; pg-boss then wakes it for each new job. */
  has: (name: string) => boolean;
  /** Makes the worker of a queue fetch jobs; starts it first if necessary. */
  wake: (name: string) => Promise<void>;
};

/**
 * Starts the worker of a queue with the first job of its kind: one fetch from each of some fifty queues would be most
 * of the work that a startup gives the database.
 */
export function createWorkers(boss: PgBoss, registered: readonly Registered[], listeners: JobListeners): Workers {
  /** Their ids, by queue. */
  const workers = new Map<string, Promise<string>>();

  function start(each: Registered): Promise<string> {
    const { name } = each.job;
    const worker = boss.work<object, unknown, typeof WORKING>(name, workingOf(each.job), (batch) =>
      Promise.all(batch.map((item) => settle(item, each, listeners))),
    );
    workers.set(name, worker);
    worker.catch(() => workers.delete(name));
    return worker;
  }

  return {
    has: (name) => workers.has(name),
    async wake(name) {
      const worker = workers.get(name);
      if (worker) return boss.notifyWorker(await worker);
      const each = registered.find(({ job }) => job.name === name);
      if (each) await start(each);
    },
  };
}
