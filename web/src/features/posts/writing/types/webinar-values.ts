/** The fields of a webinar in the post form: all are texts. */
import { priceInUnits, WEBINAR_AMOUNT, WEBINAR_CURRENCY } from '@afterhours/contract/constants/webinars';
import type { WebinarTerms } from '@afterhours/contract/webinars/webinars';
import { toLocalField } from '#lib/text/local-field.ts';

export type WebinarValues = {
  /** The value of a `datetime-local` field: local time, `YYYY-MM-DDTHH:mm`. */
  endsAt: string;
  capacity: string;
  /** In the main unit, such as "12.50". */
  price: string;
  currency: string;
  tax: string;
  /** The rate of the tax that is added to the price so far, in percent; empty for none. It has no field. */
  addedTax: string;
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
  addedTax: '',
  refundPolicy: 'full_until_24h',
};

/** Returns the form values of an existing webinar. */
export const toWebinarValues = ({
  endsAt,
  capacity,
  price,
  currency,
  addedTax,
  refundPolicy,
}: WebinarTerms): WebinarValues => ({
  endsAt: endsAt === null ? '' : toLocalField(new Date(endsAt)),
  capacity: capacity === null ? '' : String(capacity),
  price: priceInUnits({ amount: price, currency }),
  currency,
  tax: addedTax === null ? 'included' : 'added',
  addedTax: addedTax === null ? '' : String(addedTax),
  refundPolicy,
});

/**
 * Returns the price in the smallest unit; a text that is not a price is returned as typed, and the server rejects it.
 * "1,000" could be one or a thousand, so a price must not have more decimals than its currency.
 */
export function toPrice(typed: string, currency: string): number | string {
  const text = typed.trim();
  const price = Number(text.replace(',', '.'));
  const unit = priceInUnits({ amount: 1, currency });
  const decimals = (value: string): number => /[.,](\d*)$/.exec(value)?.[1]?.length ?? 0;
  // An empty value would mean the default price.
  if (text === '' || !Number.isFinite(price) || decimals(text) > decimals(unit)) return text || '-';
  return Math.round(price / Number(unit));
}

const priceNames = ['price', 'currency', 'tax'] as const;

/** Whether a webinar keeps its price, and therefore the rate of its tax, whatever the seller's rate is by now. */
export const keepsPrice = (values: WebinarValues, untouched: WebinarValues): boolean =>
  priceNames.every((name) => values[name] === untouched[name]);

/** Returns the fields of a webinar that are sent, except its times. */
export const toWebinarBody = (
  { capacity, price, currency, tax, refundPolicy }: WebinarValues,
  { withPrice }: { withPrice: boolean },
) => ({
  capacity: capacity.trim(),
  ...(withPrice ? { price: toPrice(price, currency), currency, tax } : {}),
  refundPolicy,
});
