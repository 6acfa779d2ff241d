import { defineJob } from '#platform/jobs/jobs.ts';

/** Adds parts to the sitemap for new posts and members. */
export const fillSitemap = defineJob<Record<string, never>>('sitemap.parts', { cron: '23 * * * *' });
