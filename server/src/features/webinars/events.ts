import { defineEvent } from '#db/events.ts';
import type { NoticeKind } from '#db/schema/tables/webinars.ts';

/** A webinar is deleted in which a member had a seat, which may have been paid, or waited for one. */
export const webinarGone = defineEvent<{ userId: string; postId: string; paid: boolean }>('webinars.gone');

/** A member is told something about a webinar, once. */
export const webinarNoticed = defineEvent<{ userId: string; postId: string; kind: NoticeKind; key: string }>(
  'webinars.noticed',
);

/** A webinar is cancelled by its host, or has another time. */
export const webinarChanged = defineEvent<{ postId: string }>('webinars.changed');
