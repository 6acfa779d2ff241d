/** What joining a webinar costs, in the smallest unit of the currency. Both are fixed: a caller decides neither. */
export const WEBINAR_AMOUNT = 1_000;
export const WEBINAR_CURRENCY = 'usd';

type Price = { amount: number; currency: string };

/** Returns the price as a locale writes it, such as "$10.00"; `amount` is in the smallest unit of the currency. */
export const formatPrice = ({ amount, currency }: Price, locale = 'en-US'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 100);

/** Returns the price of a webinar as a locale writes it. */
export const formatWebinarPrice = (locale?: string): string =>
  formatPrice({ amount: WEBINAR_AMOUNT, currency: WEBINAR_CURRENCY }, locale);
