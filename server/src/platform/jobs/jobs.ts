/** Work after the answer: enqueued in the caller's transaction, retried with back-off, run once. */
import type { Db } from '#db/connection/pool.ts';

declare const payloadType: unique symbol;

export type JobType<P extends object> = {
  readonly name: string;
  readonly retries: number;
  /** First delay between tries in seconds; it doubles each time, up to `LONGEST_RETRY_DELAY_SECONDS`. */
  readonly retryDelay: number;
  /** A cron expression (UTC) for scheduled work. */
  readonly cron: string | null;
  /** Whether it sends a mail. */
  readonly mails: boolean;
  /**
   * How many of it a process does at a time, each begun as soon as one ends: for work that waits for others, and would
   * hold up the rest of its batch. Null for batches.
   */
  readonly atOnce: number | null;
  readonly [payloadType]?: P;
};

/** With the retries of a mail: a mail server may be away for three days. */
export const LONGEST_RETRY_DELAY_SECONDS = 3_600;
const MAIL_RETRIES = 80;

/** Declares a kind of job. `name` is its queue: letters, digits, `-`, `.`. */
export const defineJob = <P extends object>(
  name: string,
  options: { retries?: number; retryDelay?: number; cron?: string; mails?: boolean; atOnce?: number } = {},
): JobType<P> => ({
  name,
  retries: options.retries ?? (options.mails ? MAIL_RETRIES : 8),
  retryDelay: options.retryDelay ?? 5,
  cron: options.cron ?? null,
  mails: options.mails ?? false,
  atOnce: options.atOnce ?? null,
});

export type Jobs = {
  /** Enqueues within `db`, so that the job exists exactly if the transaction commits; it runs after `delaySeconds`. */
  enqueue<P extends object>(db: Db, job: JobType<P>, payload: P, options?: { delaySeconds?: number }): Promise<void>;
  /** Registers the handler of a kind of job, before `start`. A handler that throws is retried. */
  work<P extends object>(job: JobType<P>, handler: (payload: P) => Promise<void>): void;
  /**
   * Registers what every process that does jobs repeats, first at its start, never twice at once. For what has to be
   * prompt after a crash, too: a job that was being done then is done again only after minutes.
   */
  repeat(name: string, seconds: number, handler: () => Promise<void>): void;
  /** The names of the kinds that send mails. */
  listMailing(): string[];
  /** Makes the queues and, where jobs are done, starts to fetch them. */
  start(): Promise<void>;
  /** Lets running jobs finish, at most ten seconds. */
  stop(): Promise<void>;
};
