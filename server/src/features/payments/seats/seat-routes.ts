import { leaveSeat as leaveSeatRoute, seatMessages, takeSeat as takeSeatRoute } from '@afterhours/contract/webinars';
import type { FeatureContext } from '#http/feature.ts';
import { ownSeatsChanged } from '../events.ts';
import { leaveSeat, releaseEndedHolds, takeSeat } from './seat-commands.ts';
import { toSeatView } from './seat-view.ts';

const RELEASED_SECONDS = 10;

export function registerSeats({ bind, services }: FeatureContext): void {
  services.events.after(ownSeatsChanged, ({ userId, postId }) =>
    services.channels.toMember(userId, 'seats', { post_id: postId }),
  );
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
