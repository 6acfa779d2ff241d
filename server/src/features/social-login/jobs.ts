import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes used nonces after their expiry. */
export const sweepNonces = defineJob<Record<string, never>>('social-login.sweep', { cron: '29 * * * *' });
