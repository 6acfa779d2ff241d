import { defineJob } from '#platform/jobs/jobs.ts';

/** Deletes drafts that have not changed for half a year. */
export const sweepDrafts = defineJob<Record<string, never>>('drafts.sweep', { cron: '23 4 * * *' });
