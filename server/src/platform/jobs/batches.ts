/**
 * Work that is done in batches, each in a transaction of its own, by a job that continues after a restart. A row
 * records the work until its last batch. Each batch locks the row, or its member, and finds out what remains, so that
 * several servers may try.
 */
import type { Jobs, JobType } from './jobs.ts';

export type BatchedWork<P extends object> = {
  /** Enqueued by the transaction that records the work. */
  job: JobType<P>;
  /** Processes all batches that remain. */
  finish: (payload: P) => Promise<void>;
  /** Returns what is recorded, except for that of which a server is processing a batch now. */
  selectStalled: () => Promise<P[]>;
};

/** Continues the work that is stalled. If some of it fails, the rest is still continued. */
export async function resumeStalled<P extends object>({ finish, selectStalled }: BatchedWork<P>): Promise<void> {
  const errors: unknown[] = [];
  for (const payload of await selectStalled()) await finish(payload).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** How often a server looks for stalled work: the job of a server that was killed is retried only after minutes. */
const RESUMED_SECONDS = 60;

export function workInBatches<P extends object>(jobs: Jobs, work: BatchedWork<P>): void {
  jobs.work(work.job, work.finish);
  jobs.repeat(`${work.job.name}.resume`, RESUMED_SECONDS, () => resumeStalled(work));
}
