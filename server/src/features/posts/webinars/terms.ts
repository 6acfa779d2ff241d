/** The terms of a webinar, from the form of a post to what a post carries. */
import { totalOf } from '@afterhours/contract/constants/webinar-tax';
import {
  currentStateOf,
  WEBINAR_AMOUNT,
  WEBINAR_CURRENCY,
  type Webinar,
} from '@afterhours/contract/constants/webinars';
import { type CreatePostBody, type UpdatePostBody } from '@afterhours/contract/posts/posts';
import {
  type Currency,
  type WebinarFields,
  type WebinarTerms,
  webinarMessages,
} from '@afterhours/contract/webinars/webinars';
import type { Selectable } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { WebinarsTable } from '#db/schema/tables/webinars.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import { type Terms, updateTerms } from './webinar-queries.ts';

type Row = Selectable<WebinarsTable>;

/** The terms of a webinar in a form, or null for other posts. `addedTax` is the rate to add if the form says so. */
export function toTerms(
  fields: WebinarFields & Pick<CreatePostBody, 'postType' | 'startsAt'>,
  addedTax: number | null,
): Terms | null {
  if (fields.postType !== 'webinar') return null;
  return {
    addedTax: fields.tax === 'added' ? addedTax : null,
    endsAt: fields.startsAt && fields.endsAt ? new Date(fields.endsAt) : null,
    capacity: fields.capacity || null,
    price: typeof fields.price === 'number' ? fields.price : WEBINAR_AMOUNT,
    currency: fields.currency || WEBINAR_CURRENCY,
    refundPolicy: fields.refundPolicy || 'none',
  };
}

/** The terms as they appear in a response. */
export const toTermsView = ({ endsAt, ...terms }: Terms): WebinarTerms => ({
  ...terms,
  endsAt: endsAt?.toISOString() ?? null,
});

/** Returns the given value of a field, or its present one if the change does not contain the field. */
export const givenOr = <T>(given: T | undefined, present: T): T => (given === undefined ? present : given);

/**
 * Returns a webinar's fields after a change. A missing field keeps its present value; removing the start removes the
 * end.
 */
export function mergeTerms(present: Row, fields: UpdatePostBody): WebinarFields {
  const startsNever = fields.startsAt === null || fields.startsAt === '';
  return {
    endsAt: givenOr(fields.endsAt, startsNever ? null : (present.ends_at?.toISOString() ?? null)),
    capacity: givenOr<WebinarFields['capacity']>(fields.capacity, present.capacity),
    price: givenOr<WebinarFields['price']>(fields.price, present.price),
    // A migration and the contract allow no other currency.
    currency: givenOr<WebinarFields['currency']>(fields.currency, present.currency as Currency),
    tax: givenOr<WebinarFields['tax']>(fields.tax, present.added_tax === null ? 'included' : 'added'),
    refundPolicy: givenOr<WebinarFields['refundPolicy']>(fields.refundPolicy, present.refund_policy),
  };
}

/** Changes the terms of a webinar, which is locked. Throws a 422 for fewer seats than are taken. */
export async function changeTerms(db: Db, present: Row, terms: Terms): Promise<void> {
  const { seats_taken: taken } = present;
  if (terms.capacity !== null && terms.capacity < taken)
    throw fieldProblem('capacity', webinarMessages.belowTaken, { taken });
  await updateTerms(db, present.post_id, terms);
}

/** A webinar as part of its post's row; times are text, because they come as JSON. */
export type WebinarJson = {
  ends_at: string | null;
  capacity: number | null;
  seats_taken: number;
  price: number;
  currency: string;
  /** Optional: rows of the previous version lack it. */
  added_tax?: number | null;
  refund_policy: Webinar['refundPolicy'];
  cancelled_at: string | null;
};

/** The part of a webinar that everyone sees; its state and the viewer's seat are added when it is shown. */
export type WebinarBase = Omit<Webinar, 'state' | 'mySeat' | 'myPlace'> & { cancelled: boolean };

const defaults: WebinarJson = {
  ends_at: null,
  capacity: null,
  seats_taken: 0,
  price: WEBINAR_AMOUNT,
  currency: WEBINAR_CURRENCY,
  refund_policy: 'none',
  cancelled_at: null,
};

/** Returns the number of seats left in a webinar; null if it has any number of seats. */
export const countSeatsLeft = ({ capacity, seats_taken }: Pick<WebinarJson, 'capacity' | 'seats_taken'>) =>
  capacity === null ? null : Math.max(capacity - seats_taken, 0);

type WebinarRow = { starts_at: Date | null; webinar: WebinarJson | null; seller_has_tax: boolean | null };

export function toWebinarBase(row: WebinarRow): WebinarBase {
  const { ends_at, capacity, seats_taken, price, currency, refund_policy, cancelled_at, ...tax } =
    row.webinar ?? defaults;
  const addedTax = tax.added_tax ?? null;
  return {
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: ends_at === null ? null : new Date(ends_at).toISOString(),
    capacity,
    seatsLeft: countSeatsLeft({ capacity, seats_taken }),
    price,
    currency,
    addedTax,
    includesTax: price > 0 && addedTax === null && row.seller_has_tax === true,
    total: totalOf({ price, addedTax }),
    refundPolicy: refund_policy,
    // Rows of the previous version lack it.
    cancelled: (cancelled_at ?? null) !== null,
  };
}

/** The row of a webinar that was just written. */
export const toNewWebinarJson = ({ endsAt, refundPolicy, addedTax, ...terms }: Terms): WebinarJson => ({
  ...terms,
  added_tax: addedTax,
  ends_at: endsAt?.toISOString() ?? null,
  refund_policy: refundPolicy,
  seats_taken: 0,
  cancelled_at: null,
});

/** A seat in the viewer's state. */
export type SeatJson = {
  id: string;
  state: NonNullable<Webinar['mySeat']>['state'];
  held_until: string | null;
  moved: boolean;
  offered: boolean;
};

const isLive = ({ state, held_until }: SeatJson): boolean =>
  state !== 'held' || new Date(held_until ?? 0).getTime() > Date.now();

/** A webinar as a viewer sees it now. */
export function toWebinarView(
  { cancelled, ...base }: WebinarBase,
  { seat, place }: { seat: SeatJson | null; place: number | null },
): Webinar {
  const mine = seat !== null && isLive(seat) ? seat : null;
  return {
    ...base,
    state: cancelled ? 'cancelled' : currentStateOf(base),
    mySeat: mine && {
      _id: mine.id,
      state: mine.state,
      heldUntil: mine.held_until === null ? null : new Date(mine.held_until).toISOString(),
      moved: mine.moved,
      offered: mine.offered,
    },
    myPlace: place,
  };
}
