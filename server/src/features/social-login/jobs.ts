import { defineJob } from '#platform/jobs/jobs.ts';

/** Remove used nonces that would have expired by themselves. */
export const sweepNonces = defineJob<Record<string, never>>('social-login.sweep', { cron: '29 * * * *' });
