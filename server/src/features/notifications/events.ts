import { defineEvent } from '#db/events.ts';

/** A notification was written or retracted. Its member is notified after the commit. */
export const notificationChanged = defineEvent<{ userId: string; notificationId: string | null }>(
  'notifications.changed',
);
