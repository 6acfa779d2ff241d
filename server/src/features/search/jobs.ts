import { defineJob } from '#platform/jobs/jobs.ts';

/** Adds the words of new posts to the dictionary, so that mistyped words are recognised. */
export const learnPostWords = defineJob<Record<string, never>>('search.learn', { cron: '*/5 * * * *' });
