import { defineJob } from '#platform/jobs/jobs.ts';

/** Deletes expired snapshots. */
export const sweepSnapshots = defineJob<Record<string, never>>('feed.sweep', { cron: '*/10 * * * *' });
