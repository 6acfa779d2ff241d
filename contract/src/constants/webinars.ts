/** Properties of webinars that pages show without loading schemas. */
import { DAY_MS, MINUTE_MS } from '../base/durations.ts';

/** The price of a webinar unless its host sets another, in the smallest unit of the currency. */
export const WEBINAR_AMOUNT = 1_000;
export const WEBINAR_CURRENCY = 'usd';

/** How long before the start a seat can be given up for a full refund. */
export const refundPolicies = ['full_until_24h', 'full_until_7d', 'none'] as const;
export type RefundPolicy = (typeof refundPolicies)[number];

export const webinarStates = ['upcoming', 'begun', 'over', 'cancelled'] as const;
export type WebinarState = (typeof webinarStates)[number];

/**
 * A webinar as part of a post. `price` and `total` are in the smallest unit of the currency, 0 for a free webinar.
 * `addedTax` is the tax that is added to the price, in percent; null if nothing is added. `includesTax` is whether the
 * price includes one.
 */
export type Webinar = {
  startsAt: string | null;
  endsAt: string | null;
  capacity: number | null;
  seatsLeft: number | null;
  price: number;
  currency: string;
  addedTax: number | null;
  includesTax: boolean;
  total: number;
  refundPolicy: RefundPolicy;
  state: WebinarState;
  mySeat: {
    _id: string;
    state: 'held' | 'paid' | 'free' | 'cancelled' | 'refunded';
    heldUntil: string | null;
    moved: boolean;
    offered: boolean;
  } | null;
  myPlace: number | null;
};

export type Price = { amount: number; currency: string };

/** Returns the price formatted for a locale, such as "$10.00"; `amount` is in the smallest unit of the currency. */
export function formatPrice({ amount, currency }: Price, locale = 'en-US'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Returns the price in the currency's main unit with all its digits, such as "10.00", for machines and form fields. */
export function priceInUnits({ amount, currency }: Price): string {
  const options = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const digits = options.maximumFractionDigits ?? 2;
  return (amount / 10 ** digits).toFixed(digits);
}

/** Whether something that starts at a time has begun; false if it has no start time. */
export function hasBegun({ startsAt }: { startsAt?: string | null | undefined }, now = Date.now()): boolean {
  const time = startsAt ? new Date(startsAt).getTime() : Number.NaN;
  return time >= 0 && time <= now;
}

type Times = { startsAt: string | null; endsAt: string | null };

/** Returns the state of a webinar by its times; one without an end counts as over a day after its start. */
export function currentStateOf({ startsAt, endsAt }: Times): Exclude<WebinarState, 'cancelled'> {
  const now = Date.now();
  if (!hasBegun({ startsAt }, now)) return 'upcoming';
  const isOver = endsAt === null ? hasBegun({ startsAt }, now - DAY_MS) : hasBegun({ startsAt: endsAt }, now);
  return isOver ? 'over' : 'begun';
}

const noticeMs: Record<RefundPolicy, number> = { full_until_24h: DAY_MS, full_until_7d: 7 * DAY_MS, none: Infinity };

/** Whether a seat is refunded if it is given up now. */
export function isRefundable(webinar: { startsAt: string | null; refundPolicy: RefundPolicy }): boolean {
  const { startsAt, refundPolicy } = webinar;
  if (refundPolicy === 'none') return false;
  return startsAt === null || new Date(startsAt).getTime() - Date.now() >= noticeMs[refundPolicy];
}

/** How many minutes before the start the waiting list closes and the join page opens. */
export const LAST_MINUTES = 15;

/** Whether the waiting list accepts members and offers seats now. */
export const isWaitingOpen = ({ startsAt }: { startsAt: string | null }): boolean =>
  startsAt === null || new Date(startsAt).getTime() - Date.now() > LAST_MINUTES * MINUTE_MS;

/** How often a webinar can be rescheduled within a day: each time, everyone with a seat gets a mail. */
export const MOVES_A_DAY = 10;

/** The maximum length of a host's message when cancelling a webinar, in characters. */
export const MAX_CANCEL_WORDS = 500;
