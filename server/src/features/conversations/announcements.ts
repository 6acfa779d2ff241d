import { defineNews } from '#broadcast.ts';
import { memberLeft } from '#features/account-data/events.ts';
import type { Services } from '#services.ts';
import { marksChanged } from './events.ts';
import { selectMarks } from './queries.ts';
import { toMarksView, toReceiptView } from './views.ts';

const marksNews = defineNews<{ conversationId: string; userId: string }>('marks');

/** Tells a member's windows of their own marks, and the other of the two what concerns them, as it is by then. */
export function announceMarks({ channels, db, events, turns }: Services): void {
  channels.onNews(marksNews, ({ conversationId, userId }) =>
    turns.queue(`marks:${conversationId}:${userId}`, async () => {
      const marks = await selectMarks(db, userId, { conversationId });
      if (!marks) return;
      channels.toMemberHere(userId, 'conversation', toMarksView(marks));
      channels.toMemberHere(userId, 'unread', { messages: marks.unread_total });
    }),
  );
  // Their chat stays, with nobody in it.
  events.after(memberLeft, ({ conversationId, otherId, leftId, placeId }) =>
    channels.toMember(otherId, 'memberLeft', { uniquekey: conversationId, left_id: leftId, user_id: placeId }),
  );
  events.after(marksChanged, ({ conversationId, userId, otherId, told }) => {
    channels.bring(marksNews, { member: userId }, { conversationId, userId });
    if (!told) return;
    turns.queue(`receipt:${conversationId}:${userId}`, async () => {
      const marks = await selectMarks(db, userId, { conversationId });
      if (marks) channels.toMember(otherId, 'receipt', toReceiptView(marks));
    });
  });
}
