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

/** Whether something that starts at a time has begun; what has no time has not. */
export function hasBegun({ startsAt }: { startsAt?: string | null | undefined }, now = Date.now()): boolean {
  const time = startsAt ? new Date(startsAt).getTime() : Number.NaN;
  return time >= 0 && time <= now;
}
