import { defineJob } from '#platform/jobs/jobs.ts';

/** Delete snapshots that nobody reads any more. */
export const sweepSnapshots = defineJob<Record<string, never>>('feed.sweep', { cron: '*/10 * * * *' });
