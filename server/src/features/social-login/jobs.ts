import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes used nonces once they have expired. */
export const sweepNonces = defineJob<Record<string, never>>('social-login.sweep', { cron: '29 * * * *' });
