import { isRefundable } from '@afterhours/contract/constants/webinars';
import * as contract from '@afterhours/contract/webinars/lists';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { type PersonRow, toPersonView } from '#features/people/views.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { requireOwnWebinar } from '../changes/commands.ts';
import {
  type OwnSeatRow,
  ownSeatKey,
  ownSeatShape,
  selectManaged,
  selectOwnSeats,
  selectTaken,
  selectWaiting,
  stateOf,
  type TakenRow,
  type TimedRow,
  takenKey,
  takenShape,
  type WaitingRow,
  waitingKey,
  waitingShape,
} from './queries.ts';

const toPerson = (row: PersonRow & { seen: boolean }) => (row.seen ? toPersonView(row) : null);

const toTimes = (row: TimedRow) => ({
  title: row.title ?? '',
  startsAt: row.starts_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  timeZone: row.time_zone,
  state: stateOf(row),
});

const toTakenSeat = (row: TakenRow): contract.TakenSeat => ({
  _id: row.seat_id,
  member: toPerson(row),
  state: row.state,
  offered: row.offered_at !== null,
  takenAt: row.created_at.toISOString(),
  firstOpenedAt: row.first_opened_at?.toISOString() ?? null,
  lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
});

const toWaitingMember = (row: WaitingRow): contract.WaitingMember => ({
  _id: row.id,
  member: toPerson(row),
  since: row.created_at.toISOString(),
});

function mayLeave({ seat, refund_policy: refundPolicy, ...row }: OwnSeatRow): boolean {
  const { startsAt, state } = toTimes(row);
  if (seat === null || state !== 'upcoming') return false;
  return seat.state !== 'paid' || seat.moved || isRefundable({ startsAt, refundPolicy });
}

function toOwnSeat(row: OwnSeatRow): contract.OwnSeat {
  const { seat, place, recorded, cancel_words: cancelWords } = row;
  return {
    _id: row.post_id,
    ...toTimes(row),
    host: toPersonView({ ...row, id: row.host_id }),
    seat: seat && {
      _id: seat.id,
      state: seat.state,
      heldUntil: seat.held_until === null ? null : new Date(seat.held_until).toISOString(),
      moved: seat.moved,
      offered: seat.offered,
    },
    paid: seat?.paid ?? null,
    mayLeave: mayLeave(row),
    place,
    recorded: recorded && stateOf(row) === 'over',
    cancelWords,
  };
}

/** Binds the lists of seats: those of a webinar for its host, and a member's own. */
export function bindLists({ bind, services }: FeatureContext): void {
  const { readsNow } = services;

  bind(contract.getManagedWebinar, async ({ viewerId, params: { id } }) => {
    await requireOwnWebinar(services, viewerId, id);
    const row = await selectManaged(readsNow, id);
    if (!row) throw notFound();
    const { capacity, price, waiting, recording } = row;
    const shared = { capacity, price, waiting, recording };
    const renamed = { seatsTaken: row.seats_taken, isPaid: row.is_paid, cancelWords: row.cancel_words };
    return { body: { _id: id, ...toTimes(row), ...shared, ...renamed } };
  });

  bind(contract.listSeats, async ({ viewerId, params: { id }, query }) => {
    await requireOwnWebinar(services, viewerId, id);
    const start = pageStart('seats', takenShape, query);
    const rows = await selectTaken(readsNow, viewerId, id, start);
    const { items, ...paging } = toPage('seats', rows, start, takenKey);
    return { body: items.map(toTakenSeat), ...paging };
  });

  bind(contract.listWaiting, async ({ viewerId, params: { id }, query }) => {
    await requireOwnWebinar(services, viewerId, id);
    const start = pageStart('waiting', waitingShape, query);
    const rows = await selectWaiting(readsNow, viewerId, id, start);
    const { items, ...paging } = toPage('waiting', rows, start, waitingKey);
    return { body: items.map(toWaitingMember), ...paging };
  });

  bind(contract.listOwnSeats, async ({ viewerId, query }) => {
    const list = `own-seats-${query.time}`;
    const start = pageStart(list, ownSeatShape, query);
    const rows = await selectOwnSeats(readsNow, viewerId, query.time === 'past', start);
    const { items, ...paging } = toPage(list, rows, start, ownSeatKey);
    return { body: items.map(toOwnSeat), ...paging };
  });
}
