import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes stored files that have no row. */
export const removeFiles = defineJob<{ keys: string[] }>('uploads.remove');
