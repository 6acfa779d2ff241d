/** The fields of a webinar in the post form: all are texts. */
import { priceInUnits, WEBINAR_AMOUNT, WEBINAR_CURRENCY } from '@afterhours/contract/constants/webinars';
import type { WebinarTerms } from '@afterhours/contract/webinars';

export type WebinarValues = {
  /** The value of a `datetime-local` field: local time, `YYYY-MM-DDTHH:mm`. */
  endsAt: string;
  capacity: string;
  /** In the main unit, such as "12.50". */
  price: string;
  currency: string;
  tax: string;
  refundPolicy: string;
};

export const webinarValueNames = ['endsAt', 'capacity', 'price', 'currency', 'tax', 'refundPolicy'] as const;

/** The values of a new webinar. */
export const newWebinarValues: WebinarValues = {
  endsAt: '',
  capacity: '',
  price: priceInUnits({ amount: WEBINAR_AMOUNT, currency: WEBINAR_CURRENCY }),
  currency: WEBINAR_CURRENCY,
  tax: 'included',
  refundPolicy: 'full_until_24h',
};

/** Returns the form values of an existing webinar; `toLocal` converts a time to a `datetime-local` value. */
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

/**
 * Returns the price in the smallest unit; a text that is not a price is returned as typed, and the server rejects it.
 */
export function toAmount(typed: string, currency: string): number | string {
  const price = Number(typed.trim().replace(',', '.'));
  // An empty value would mean the default price.
  if (typed.trim() === '' || !Number.isFinite(price)) return typed.trim() || '-';
  const units = Number(priceInUnits({ amount: 1, currency }));
  return Math.round(price / units);
}

/** Returns the fields of a webinar that are sent, except its times. */
export const toWebinarBody = ({ capacity, price, currency, tax, refundPolicy }: WebinarValues) => ({
  capacity: capacity.trim(),
  price: toAmount(price, currency),
  currency,
  tax,
  refundPolicy,
});
