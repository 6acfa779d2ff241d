import { defineJob } from '#platform/jobs/jobs.ts';

/** Compares a new job with the saved searches. */
export const matchJob = defineJob<{ postId: string }>('saved-searches.match');
