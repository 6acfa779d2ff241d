import {
  leaveSeat as leaveSeatRoute,
  seatMessages,
  takeSeat as takeSeatRoute,
} from '@afterhours/contract/webinars/webinars';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { ownSeatsChanged } from '../events.ts';
import { leaveSeat, releaseEndedHolds, takeSeat } from './seat-commands.ts';
import { selectHostId } from './seat-queries.ts';
import { toSeatView } from './seat-view.ts';

const RELEASED_SECONDS = 10;

/** Sends changes of seats to their members' tabs and to the host's. For the host, concurrent changes are combined. */
function announceSeats({ channels, db, events, serialQueue }: Services): void {
  events.after(ownSeatsChanged, ({ userId, postId, hostId: known }) => {
    if (userId !== null) channels.toMember(userId, 'seats', { post_id: postId });
    serialQueue.coalesce(`webinar-seats:${postId}:${known ?? ''}`, async () => {
      const hostId = known ?? (await selectHostId(db, postId));
      if (hostId !== undefined) channels.toMember(hostId, 'webinarSeats', { post_id: postId });
    });
  });
}

export function registerSeats({ bind, services }: FeatureContext): void {
  announceSeats(services);
  services.jobs.repeat('seats.release', RELEASED_SECONDS, () => releaseEndedHolds(services));

  bind(takeSeatRoute, async ({ viewerId, params }) => {
    const seat = await takeSeat(services, viewerId, params.id);
    return { message: seat.state === 'held' ? seatMessages.held : seatMessages.taken, body: toSeatView(seat) };
  });

  bind(leaveSeatRoute, async ({ viewerId, params }) => {
    const seat = await leaveSeat(services, viewerId, params.id);
    const message = seat.state === 'refunded' ? seatMessages.leftRefund : seatMessages.left;
    return { message, body: toSeatView(seat) };
  });
}
