/** The tax on the price of a webinar. */
import type { Webinar } from './webinars.ts';

/** Whether the seller's tax is included in the price or added to it. */
export const taxModes = ['included', 'added'] as const;
export type TaxMode = (typeof taxModes)[number];

/** Returns what is paid for a webinar: its price plus the added tax, rounded to the smallest unit of the currency. */
export const totalOf = ({ price, addedTax }: Pick<Webinar, 'price' | 'addedTax'>): number =>
  // Calculates in hundredths of a percent, so that no binary fraction rounds a half down.
  addedTax === null ? price : price + Math.round((price * Math.round(addedTax * 100)) / 10_000);

/** Returns the tax included in an amount, rounded to the smallest unit of the currency. */
export const taxWithin = (amount: number, percent: number | null): number =>
  percent === null ? 0 : amount - Math.round((amount * 100) / (100 + percent));
