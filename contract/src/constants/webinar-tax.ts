/** The tax on the price of a webinar. */
import type { Webinar } from './webinars.ts';

/** Whether the tax of the seller is in the price, or is added to it. */
export const taxModes = ['included', 'added'] as const;
export type TaxMode = (typeof taxModes)[number];

/** Returns what is paid for a webinar: its price, and the tax that is added to it to the nearest smallest unit. */
export const totalOf = ({ price, addedTax }: Pick<Webinar, 'price' | 'addedTax'>): number =>
  // In hundredths of a percent, so that no binary fraction rounds a half down.
  addedTax === null ? price : price + Math.round((price * Math.round(addedTax * 100)) / 10_000);
