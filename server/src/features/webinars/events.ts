import { defineEvent } from '#db/events.ts';
import type { NoticeKind } from '#db/schema/tables/webinars.ts';

/** A member is told something about a webinar, once. */
export const webinarNoticed = defineEvent<{ userId: string; postId: string; kind: NoticeKind; key: string }>(
  'webinars.noticed',
);
