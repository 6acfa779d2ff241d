/** The fields of a webinar as the form of a post has them: all are texts. */
import { priceInUnits, WEBINAR_AMOUNT, WEBINAR_CURRENCY } from '@afterhours/contract/constants/webinars';
import type { WebinarTerms } from '@afterhours/contract/webinars';

export type WebinarValues = {
  /** As the browser's field writes it: local time, `YYYY-MM-DDTHH:mm`. */
  endsAt: string;
  capacity: string;
  /** In the main unit, such as "12.50". */
  price: string;
  currency: string;
  tax: string;
  refundPolicy: string;
};

export const webinarValueNames = ['endsAt', 'capacity', 'price', 'currency', 'tax', 'refundPolicy'] as const;

/** A new webinar. */
export const newWebinarValues: WebinarValues = {
  endsAt: '',
  capacity: '',
  price: priceInUnits({ amount: WEBINAR_AMOUNT, currency: WEBINAR_CURRENCY }),
  currency: WEBINAR_CURRENCY,
  tax: 'included',
  refundPolicy: 'full_until_24h',
};

/** The fields of a webinar that is there; `toLocal` writes a time as the browser's field does. */
export const toWebinarValues = (
  { endsAt, capacity, price, currency, addedTax, refundPolicy }: WebinarTerms,
  toLocal: (moment: string) => string,
): WebinarValues => ({
  endsAt: endsAt === null ? '' : toLocal(endsAt),
  capacity: capacity === null ? '' : String(capacity),
  price: priceInUnits({ amount: price, currency }),
  currency,
  tax: addedTax === null ? 'included' : 'added',
  refundPolicy,
});

/** Returns the price in the smallest unit; what is no price stays as it is typed, and is refused. */
export function toAmount(typed: string, currency: string): number | string {
  const price = Number(typed.trim().replace(',', '.'));
  // Nothing would stand for the usual price.
  if (typed.trim() === '' || !Number.isFinite(price)) return typed.trim() || '-';
  const units = Number(priceInUnits({ amount: 1, currency }));
  return Math.round(price / units);
}

/** What is sent of a webinar beside its times. */
export const toWebinarBody = ({ capacity, price, currency, tax, refundPolicy }: WebinarValues) => ({
  capacity: capacity.trim(),
  price: toAmount(price, currency),
  currency,
  tax,
  refundPolicy,
});
