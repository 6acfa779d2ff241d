/** Webinars and the seats in them: the terms of a webinar, the fields of its form, taking a seat and giving it up. */
import * as z from 'zod/mini';
import { dateTime, givenDateTime, id, idParams, wholeNumber } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { isSerializableTime } from '../base/times.ts';
import { type TaxMode, taxModes } from '../constants/webinar-tax.ts';
import { formatPrice, refundPolicies, type Webinar, webinarStates } from '../constants/webinars.ts';

export const MAX_SEATS = 10_000;
/** For how many minutes a seat is held while its member pays. */
export const HOLD_MINUTES = 10;
const MAX_PRICE = 5_000_000;

/** The currencies in which a webinar may be priced, each with the payment provider's minimum in its smallest unit. */
export const leastPrices = {
  usd: 50,
  eur: 50,
  gbp: 30,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  hkd: 400,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  nok: 300,
  nzd: 50,
  pln: 200,
  sek: 300,
  sgd: 50,
} as const;
export const priceCurrencies = Object.keys(leastPrices) as [Currency, ...Currency[]];
export type Currency = keyof typeof leastPrices;

export const webinarMessages = defineMessages('webinars', {
  notTime: 'This end is not a time.',
  endsFirst: 'Please choose an end after the start.',
  endsAlone: 'Please also choose when it starts.',
  capacity: 'Please enter a number of seats from 1 to 10,000, or none for no limit.',
  belowTaken: '{taken, number} seats are already taken. Please enter at least that number.',
  price:
    'Please enter a price without thousands separators, at most 5,000,000 of the smallest unit; 0 for a free webinar.',
  lowPrice: 'Please enter at least {least}, or 0 for a free webinar.',
  currency: 'This currency is not supported.',
  tax: "This must be 'included' or 'added'.",
  refundPolicy: "This must be 'full_until_24h', 'full_until_7d' or 'none'.",
});

export const seatMessages = defineMessages('seats', {
  held: 'Your seat is held for 10 minutes while you pay.',
  taken: 'You have a seat.',
  left: 'You have given up your seat.',
  leftRefund: 'You have given up your seat. Your payment is being refunded.',
  full: 'All seats are taken. You have not been charged.',
  none: 'You have no seat in this webinar.',
  noRefund: 'Under its refund policy, this seat can no longer be given up. You keep it.',
  cancelled: 'This webinar is cancelled. You have not been charged.',
  freeWebinar: 'This webinar is free. Please take a seat without paying.',
});

/** `held`: reserved until a time, while its member pays; `cancelled` and `refunded` seats are no longer seats. */
export const seatStates = ['held', 'paid', 'free', 'cancelled', 'refunded'] as const;
export type SeatState = (typeof seatStates)[number];

/**
 * The viewer's own seat. `moved`: the webinar's time has changed since the seat was taken, so it can be given up for a
 * refund until the start. `offered`: it is held because the viewer was on the waiting list.
 */
export const seat = z.object({
  _id: id,
  state: z.enum(seatStates),
  heldUntil: z.nullable(dateTime),
  moved: z.boolean(),
  offered: z.boolean(),
});
export type Seat = z.infer<typeof seat>;
z.globalRegistry.add(seat, { id: 'Seat' });

const refundPolicy = z.enum(refundPolicies, issueText(webinarMessages.refundPolicy));

/** The terms of a webinar, as its host has set them. */
export const webinarTerms = z.object({
  endsAt: z.nullable(dateTime),
  /** Null for no limit. */
  capacity: z.nullable(z.int()),
  /** In the smallest unit of the currency; 0 for a free webinar. */
  price: z.int(),
  currency: z.string(),
  /** The tax that is added to the price, in percent; null if any tax is included in the price. */
  addedTax: z.nullable(z.number()),
  refundPolicy,
});
export type WebinarTerms = z.infer<typeof webinarTerms>;

export const webinar = z.extend(webinarTerms, {
  startsAt: z.nullable(dateTime),
  /** Whether the price includes a tax of the seller; `GET /payment/config` has the rate. */
  includesTax: z.boolean(),
  /** What is paid: the price plus the added tax. A payment has to state it as its amount. */
  total: z.int(),
  /** Null for no limit. */
  seatsLeft: z.nullable(z.int()),
  state: z.enum(webinarStates),
  mySeat: z.nullable(seat),
  /** The viewer's place on the waiting list, counted from 1. */
  myPlace: z.nullable(z.int()),
});
z.globalRegistry.add(webinar, { id: 'Webinar' });

const none = z.literal('');
const notTime = issueText(webinarMessages.notTime);
const givenTime = givenDateTime(notTime).check(z.refine(isSerializableTime, notTime));

/** A whole number, as a JSON number or as form text. */
const count = (min: number, max: number, message: string) =>
  z.optional(
    z.nullable(
      z.union(
        [none, z.int(message).check(z.gte(min, message), z.lte(max, message)), wholeNumber(min, max, message)],
        message,
      ),
    ),
  );

const notTaxMode = issueText(webinarMessages.tax);
const notCurrency = issueText(webinarMessages.currency);

/** The fields of a webinar in the post form. By default a webinar has no end, no limit, and the default price. */
export const webinarFields = {
  endsAt: z.optional(z.nullable(z.union([none, givenTime], notTime))),
  capacity: count(1, MAX_SEATS, issueText(webinarMessages.capacity)),
  price: count(0, MAX_PRICE, issueText(webinarMessages.price)),
  currency: z.optional(z.nullable(z.union([none, z.enum(priceCurrencies, notCurrency)], notCurrency))),
  tax: z.optional(z.nullable(z.union([none, z.enum(taxModes, notTaxMode)], notTaxMode))),
  refundPolicy: z.optional(z.nullable(z.union([none, refundPolicy], issueText(webinarMessages.refundPolicy)))),
};

/** A field that is null or empty is not set. */
export type WebinarFields = {
  endsAt?: string | null | undefined;
  capacity?: number | '' | null | undefined;
  price?: number | '' | null | undefined;
  currency?: Currency | '' | null | undefined;
  tax?: TaxMode | '' | null | undefined;
  refundPolicy?: Webinar['refundPolicy'] | '' | null | undefined;
};

type Issue = { field: 'endsAt' | 'price'; message: string };

/** Returns the issues that arise from the fields of a webinar taken together. */
export function listWebinarIssues({
  startsAt,
  endsAt,
  price,
  currency,
}: Pick<WebinarFields, 'endsAt' | 'price' | 'currency'> & { startsAt?: string | null | undefined }): Issue[] {
  const issues: Issue[] = [];
  if (endsAt && !startsAt) issues.push({ field: 'endsAt', message: issueText(webinarMessages.endsAlone) });
  if (endsAt && startsAt && new Date(endsAt).getTime() <= new Date(startsAt).getTime())
    issues.push({ field: 'endsAt', message: issueText(webinarMessages.endsFirst) });
  const chosen = currency || 'usd';
  const least = leastPrices[chosen];
  if (price && price > 0 && price < least) {
    const written = formatPrice({ amount: least, currency: chosen });
    issues.push({ field: 'price', message: issueText(webinarMessages.lowPrice, { least: written }) });
  }
  return issues;
}

export const takeSeat = route({
  method: 'POST',
  path: '/webinars/:id/seat',
  summary: 'Take a seat in a free webinar, or hold one for ten minutes while paying; 409 if all are taken',
  access: 'confirmed',
  cost: 'write',
  params: idParams,
  response: seat,
});

export const leaveSeat = route({
  method: 'DELETE',
  path: '/webinars/:id/seat',
  summary: 'Give up my seat; the payment is refunded if the refund policy allows it, otherwise 409',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: seat,
});
