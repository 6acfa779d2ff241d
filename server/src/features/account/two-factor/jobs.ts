import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes expired challenges. */
export const sweepChallenges = defineJob<Record<string, never>>('two-factor.sweep', { cron: '23 * * * *' });

/** Seals the secrets that an earlier version stored in clear text. */
export const sealSecrets = defineJob<Record<string, never>>('two-factor.seal', { cron: '53 * * * *' });
