/** Tells members on a waiting list that their place, or the webinar itself, has changed. */
import { lineMoved } from '#features/payments/events.ts';
import { webinarMoved } from '#features/posts/events.ts';
import type { Services } from '#services.ts';
import { webinarChanged } from '../events.ts';
import { selectLine } from './queries.ts';

/** Behind these, a place is far from a seat; it is read again when its member opens the page. */
const TOLD = 100;

/**
 * Sends the moves of a line to the tabs of the members who are first in it. Concurrent moves are combined. Another time
 * or a cancellation is sent to them, too, and to the host's tabs; members with a seat get a notice.
 */
export function announceLine({ channels, db, events, serialQueue }: Services): void {
  const announce = ({ postId }: { postId: string }) =>
    serialQueue.coalesce(`webinar-line:${postId}`, async () => {
      for (const userId of await selectLine(db, postId, TOLD)) channels.toMember(userId, 'seats', { post_id: postId });
    });
  events.after(lineMoved, announce);
  for (const event of [webinarChanged, webinarMoved])
    events.after(event, ({ postId, hostId }: { postId: string; hostId: string }) => {
      channels.toMember(hostId, 'webinarSeats', { post_id: postId });
      return announce({ postId });
    });
}
