/** What pages say of webinars without loading schemas. */

/** What joining a webinar costs unless its host says otherwise, in the smallest unit of the currency. */
export const WEBINAR_AMOUNT = 1_000;
export const WEBINAR_CURRENCY = 'usd';

/** Until when before its start a seat that is given up is refunded in full. */
export const refundPolicies = ['full_until_24h', 'full_until_7d', 'none'] as const;
export type RefundPolicy = (typeof refundPolicies)[number];

export const webinarStates = ['upcoming', 'begun', 'over', 'cancelled'] as const;
export type WebinarState = (typeof webinarStates)[number];

/**
 * A webinar as a post carries it. `price` and `total` are in the smallest unit of the currency, 0 for a free one.
 * `addedTax` is the tax, in percent, that is added to the price; null where the price is what is paid.
 */
export type Webinar = {
  startsAt: string | null;
  endsAt: string | null;
  capacity: number | null;
  seatsLeft: number | null;
  price: number;
  currency: string;
  addedTax: number | null;
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

type Price = { amount: number; currency: string };

/** Returns the price as a locale writes it, such as "$10.00"; `amount` is in the smallest unit of the currency. */
export function formatPrice({ amount, currency }: Price, locale = 'en-US'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Returns the price in the main unit with all its digits, such as "10.00", for machines and for fields of forms. */
export function priceInUnits({ amount, currency }: Price): string {
  const options = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const digits = options.maximumFractionDigits ?? 2;
  return (amount / 10 ** digits).toFixed(digits);
}

/** Whether something that starts at a time has begun; what has no time has not. */
export function hasBegun({ startsAt }: { startsAt?: string | null | undefined }, now = Date.now()): boolean {
  const time = startsAt ? new Date(startsAt).getTime() : Number.NaN;
  return time >= 0 && time <= now;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a webinar is doing by its times; one without an end counts as over a day after its start. */
export function webinarStateAt(
  { startsAt, endsAt }: { startsAt: string | null; endsAt: string | null },
  now = Date.now(),
): Exclude<WebinarState, 'cancelled'> {
  if (!hasBegun({ startsAt }, now)) return 'upcoming';
  return hasBegun({ startsAt: endsAt ?? startsAt }, endsAt === null ? now - DAY_MS : now) ? 'over' : 'begun';
}

const noticeMs: Record<RefundPolicy, number> = { full_until_24h: DAY_MS, full_until_7d: 7 * DAY_MS, none: Infinity };

/** Whether a seat that is given up now is refunded. */
export function isRefundable(
  { startsAt, refundPolicy }: { startsAt: string | null; refundPolicy: RefundPolicy },
  now = Date.now(),
): boolean {
  if (refundPolicy === 'none') return false;
  return startsAt === null || new Date(startsAt).getTime() - now >= noticeMs[refundPolicy];
}

/** How long before the start the waiting list ends, and the way in opens. */
export const LAST_MINUTES = 15;

/** Whether a waiting list takes members, and offers seats, at this time. */
export const isWaitingOpen = ({ startsAt }: { startsAt: string | null }, now = Date.now()): boolean =>
  startsAt === null || new Date(startsAt).getTime() - now > LAST_MINUTES * 60_000;

/** How much a host can say when they cancel a webinar, in characters. */
export const MAX_CANCEL_WORDS = 500;
