import { defineJob } from '#platform/jobs/jobs.ts';

/** Deletes expired snapshots, and the oldest if there are too many. */
export const sweepSnapshots = defineJob<Record<string, never>>('feed.sweep', { cron: '*/10 * * * *' });
