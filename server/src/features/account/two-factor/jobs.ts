import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes expired challenges. */
export const sweepChallenges = defineJob<Record<string, never>>('two-factor.sweep', { cron: '23 * * * *' });

/** Seals the secrets that a version before has stored as they were. */
export const sealSecrets = defineJob<Record<string, never>>('two-factor.seal', { cron: '53 * * * *' });
