import { loadUnreadMessages } from '#features/messages/loaders.ts';
import type { Services } from '#services.ts';
import { marksChanged } from './events.ts';
import { selectMarks } from './queries.ts';
import { toMarksView, toReceiptView } from './views.ts';

/** Tells a member's windows of their own marks, and the other of the two what concerns them, as it is by then. */
export function announceMarks({ channels, db, events, turns }: Services): void {
  events.after(marksChanged, ({ conversationId, userId, otherId, told }) =>
    turns.queue(`marks:${conversationId}:${userId}`, async () => {
      const [marks, messages] = await Promise.all([
        selectMarks(db, userId, { conversationId }),
        loadUnreadMessages(db, userId),
      ]);
      if (!marks) return;
      channels.toMember(userId, 'conversation', toMarksView(marks));
      channels.toMember(userId, 'unread', { messages });
      if (told) channels.toMember(otherId, 'receipt', toReceiptView(marks));
    }),
  );
}
