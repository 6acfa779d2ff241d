import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes expired challenges. */
export const sweepChallenges = defineJob<Record<string, never>>('two-factor.sweep', { cron: '23 * * * *' });
