import { defineJob } from '#platform/jobs/jobs.ts';

/** Deletes hashtags that no post uses. */
export const sweepHashtags = defineJob<Record<string, never>>('hashtags.sweep', { cron: '23 3 * * *' });
