import { defineEvent } from '#db/events.ts';

/** A notification was written or taken back; told to the member once it is committed. */
export const notificationChanged = defineEvent<{ userId: string; notificationId: string | null }>(
  'notifications.changed',
);
