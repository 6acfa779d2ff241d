import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes stored files that have no row. */
export const removeFiles = defineJob<{ keys: string[] }>('uploads.remove');

/** Removes uploads that have been unused for a day. */
export const sweepUploads = defineJob<Record<string, never>>('uploads.sweep', { cron: '41 * * * *' });
