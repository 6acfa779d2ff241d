import { defineJob } from '#platform/jobs/jobs.ts';

/** Asks the page of a card; `tried` is how often it was not reached. A slow page holds up no other. */
export const fetchCard = defineJob<{ cardId: string; tried: number }>('link-cards.fetch', { retries: 2, atOnce: 8 });

/** Deletes cards that no post uses. */
export const sweepCards = defineJob<Record<string, never>>('link-cards.sweep', { cron: '47 * * * *' });
