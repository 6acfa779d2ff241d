import { defineEvent } from '#db/events.ts';

/** A new, changed or retracted notification. Without an id, only the member's unread count has changed. */
export type NotificationChange = { userId: string; notificationId: string | null };

/** The member is notified of the change after the commit. */
export const notificationChanged = defineEvent<NotificationChange>('notifications.changed');
