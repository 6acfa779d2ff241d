import { defineBroadcast } from '#broadcast.ts';
import { memberLeft } from '#features/account-data/events.ts';
import type { Services } from '#services.ts';
import { readMarkersChanged } from './events.ts';
import { selectReadMarkers } from './queries.ts';
import { toReadMarkersView, toReceiptView } from './views.ts';

const readMarkersBroadcast = defineBroadcast<{ conversationId: string; userId: string }>('marks');

/**
 * Sends a member's tabs their own read markers, and the other member what they may see of these. The markers are read
 * at the time of sending.
 */
export function announceReadMarkers({ channels, db, events, serialQueue }: Services): void {
  channels.onBroadcast(readMarkersBroadcast, ({ conversationId, userId }) =>
    serialQueue.queue(`readMarkers:${conversationId}:${userId}`, async () => {
      const readMarkers = await selectReadMarkers(db, userId, { conversationId });
      if (!readMarkers) return;
      channels.toMemberHere(userId, 'conversation', toReadMarkersView(readMarkers));
      channels.toMemberHere(userId, 'unread', { messages: readMarkers.unread_total });
    }),
  );
  // The other member keeps the chat, with an anonymous row in the place of the member who left. None of it is unread.
  events.after(memberLeft, ({ conversationId, otherId, leftId, placeholderId }) => {
    channels.toMember(otherId, 'memberLeft', { uniquekey: conversationId, left_id: leftId, user_id: placeholderId });
    channels.broadcast(readMarkersBroadcast, { member: otherId }, { conversationId, userId: otherId });
  });
  events.after(readMarkersChanged, ({ conversationId, userId, otherId, visibleToOther }) => {
    channels.broadcast(readMarkersBroadcast, { member: userId }, { conversationId, userId });
    if (!visibleToOther) return;
    serialQueue.queue(`receipt:${conversationId}:${userId}`, async () => {
      const readMarkers = await selectReadMarkers(db, userId, { conversationId });
      if (readMarkers) channels.toMember(otherId, 'receipt', toReceiptView(readMarkers));
    });
  });
}
