/** Tells members on a waiting list that their place has changed. */
import { lineMoved } from '#features/payments/events.ts';
import type { Services } from '#services.ts';
import { selectLine } from './queries.ts';

/** Behind these, a place is far from a seat; it is read again when its member opens the page. */
const TOLD = 100;

/** Sends the moves of a line to the tabs of the members who are first in it. Concurrent moves are combined. */
export function announceLine({ channels, db, events, serialQueue }: Services): void {
  events.after(lineMoved, ({ postId }) =>
    serialQueue.coalesce(`webinar-line:${postId}`, async () => {
      for (const userId of await selectLine(db, postId, TOLD)) channels.toMember(userId, 'seats', { post_id: postId });
    }),
  );
}
