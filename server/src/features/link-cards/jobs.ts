import { defineJob } from '#platform/jobs/jobs.ts';

/**
 * Fetches a card's page; `tried` is the number of attempts that did not reach it. A slow page does not hold up others.
 */
export const fetchCard = defineJob<{ cardId: string; tried: number }>('link-cards.fetch', { retries: 2, atOnce: 8 });
