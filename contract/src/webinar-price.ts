/** What joining a webinar costs, in the smallest unit of the currency. Both are fixed: a caller decides neither. */
export const WEBINAR_AMOUNT = 1_000;
export const WEBINAR_CURRENCY = 'usd';
