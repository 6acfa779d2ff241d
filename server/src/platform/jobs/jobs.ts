/** Work that is done after the answer: enqueued in the transaction that asks for it, retried with back-off, run once. */
import type { Db } from '#db/connection/pool.ts';

declare const payloadType: unique symbol;

export type JobType<P extends object> = {
  readonly name: string;
  readonly retries: number;
  /** First delay between tries in seconds; it doubles each time. */
  readonly retryDelay: number;
  /** A cron expression (UTC) for work that comes by the clock. */
  readonly cron: string | null;
  readonly [payloadType]?: P;
};

/** Declares a kind of job. `name` is its queue: letters, digits, `-`, `.`. */
export const defineJob = <P extends object>(
  name: string,
  options: { retries?: number; retryDelay?: number; cron?: string } = {},
): JobType<P> => ({
  name,
  retries: options.retries ?? 8,
  retryDelay: options.retryDelay ?? 5,
  cron: options.cron ?? null,
});

export type Jobs = {
  /** Enqueues within `db`, so that the job exists exactly if the transaction commits; done not before `delaySeconds`. */
  enqueue<P extends object>(db: Db, job: JobType<P>, payload: P, options?: { delaySeconds?: number }): Promise<void>;
  /** Registers who does a kind of job; before `start`. A handler that throws is tried again. */
  work<P extends object>(job: JobType<P>, handler: (payload: P) => Promise<void>): void;
  /** Makes the queues and, where jobs are done, begins to take them. */
  start(): Promise<void>;
  /** Lets running jobs finish, at most ten seconds. */
  stop(): Promise<void>;
};
