import { defineJob } from '#platform/jobs/jobs.ts';

/** Remove challenges nobody answered. */
export const sweepChallenges = defineJob<Record<string, never>>('two-factor.sweep', { cron: '23 * * * *' });
