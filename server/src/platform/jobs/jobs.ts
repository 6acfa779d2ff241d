/** Background jobs: enqueued in the caller's transaction, retried with back-off, and run once. */
import type { Db } from '#db/connection/pool.ts';

declare const payloadType: unique symbol;

export type JobType<P extends object> = {
  readonly name: string;
  readonly retries: number;
  /** The first delay between attempts, in seconds; it doubles each time, up to `LONGEST_RETRY_DELAY_SECONDS`. */
  readonly retryDelay: number;
  /** Whether the job sends a mail. */
  readonly mails: boolean;
  /**
   * How many of these jobs a process runs concurrently, starting the next as soon as one ends. For jobs that wait for
   * others and would hold up the rest of their batch. Null for batches.
   */
  readonly atOnce: number | null;
  readonly [payloadType]?: P;
};

/** Together with the retries of a mail, this covers a mail server that is away for three days. */
export const LONGEST_RETRY_DELAY_SECONDS = 3_600;
const MAIL_RETRIES = 80;

/** Declares a kind of job. `name` is its queue: letters, digits, `-`, `.`. */
export const defineJob = <P extends object>(
  name: string,
  options: { retries?: number | undefined; retryDelay?: number; mails?: boolean; atOnce?: number } = {},
): JobType<P> => ({
  name,
  retries: options.retries ?? (options.mails ? MAIL_RETRIES : 8),
  retryDelay: options.retryDelay ?? 5,
  mails: options.mails ?? false,
  atOnce: options.atOnce ?? null,
});

/**
 * A job that runs by the clock: `name` is its queue, `cron` an expression in UTC. If earlier versions called it
 * `formerName`, their schedule and what waits in their queue are removed.
 */
type ScheduledJob = { name: string; formerName?: string; cron: string; retries?: number };

export type Jobs = {
  /** Enqueues within `db`, so that the job exists exactly if the transaction commits; it runs after `delaySeconds`. */
  enqueue<P extends object>(db: Db, job: JobType<P>, payload: P, options?: { delaySeconds?: number }): Promise<void>;
  /** Like `enqueue`, for many jobs of a kind, in one statement. */
  enqueueAll<P extends object>(db: Db, job: JobType<P>, payloads: readonly P[]): Promise<void>;
  /** Registers the handler for a kind of job, before `start`. A job whose handler throws is retried. */
  work<P extends object>(job: JobType<P>, handler: (payload: P) => Promise<void>): void;
  /** Registers a scheduled job, before `start`: at each of its times, one process does the work. */
  schedule(job: ScheduledJob, work: () => Promise<unknown>): void;
  /**
   * Registers work that every process with workers repeats, first at startup, and never concurrently with itself. For
   * work that must also be prompt after a crash: a job that was running then is retried only after minutes.
   */
  repeat(name: string, seconds: number, handler: () => Promise<void>): void;
  /** Returns the names of the kinds that send mails. */
  listMailing(): string[];
  /** Creates the queues and, in processes that run jobs, starts fetching them. */
  start(): Promise<void>;
  /** Waits for running jobs to finish, for at most ten seconds. */
  stop(): Promise<void>;
};

/** Returns a function that reports the outcome of an attempt that begins now. */
export function timeAttempt(name: string, onSettled: JobListeners['onSettled']) {
  const start = performance.now();
  return (outcome: 'done' | 'failed'): void => onSettled(name, outcome, (performance.now() - start) / 1_000);
}

export type JobListeners = {
  onError: (error: unknown) => void;
  /** Called when an attempt at a job has ended, after this many seconds; a failed one is retried later. */
  onSettled: (name: string, outcome: 'done' | 'failed', seconds: number) => void;
};
