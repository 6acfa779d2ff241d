import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes stored files without a row. */
export const removeFiles = defineJob<{ keys: string[] }>('uploads.remove');

/** Removes uploads unused for a day. */
export const sweepUploads = defineJob<Record<string, never>>('uploads.sweep', { cron: '41 * * * *' });
