import { defineJob } from '#platform/jobs/jobs.ts';

/** Learn the words of posts that are new, so that mistyped ones are recognised. */
export const learnPostWords = defineJob<Record<string, never>>('search.learn', { cron: '*/5 * * * *' });
