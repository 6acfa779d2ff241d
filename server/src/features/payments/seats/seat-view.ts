import type { Seat } from '@afterhours/contract/webinars/webinars';
import type { SeatRow } from './seat-queries.ts';

export const toSeatView = ({ id, state, held_until, moved, offered_at }: SeatRow): Seat => ({
  _id: id,
  state,
  heldUntil: held_until?.toISOString() ?? null,
  moved,
  offered: offered_at !== null,
});
