import { defineJob } from '#platform/jobs/jobs.ts';

/** Adds parts to the sitemap for what is new. */
export const fillSitemap = defineJob<Record<string, never>>('sitemap.parts', { cron: '23 * * * *' });
