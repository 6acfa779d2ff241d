import { defineJob } from '#platform/jobs/jobs.ts';

/** Remove objects that no row names any more. */
export const removeFiles = defineJob<{ keys: string[] }>('uploads.remove');

/** Remove uploads that nobody has used for a day. */
export const sweepUploads = defineJob<Record<string, never>>('uploads.sweep', { cron: '41 * * * *' });
