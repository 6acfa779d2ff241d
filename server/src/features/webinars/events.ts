import { defineEvent } from '#db/events.ts';
import type { NoticeKind } from '#db/schema/tables/webinars.ts';

/** A webinar was deleted in which a member had a seat (`paid`: a paid one), or was on the waiting list. */
export const webinarGone = defineEvent<{ userId: string; postId: string; paid: boolean }>('webinars.gone');

/**
 * A member is notified about a webinar, once per notice. `refunds` is whether a payment by the member is refunded
 * because the webinar is cancelled.
 */
export const webinarNoticed = defineEvent<{
  userId: string;
  postId: string;
  kind: NoticeKind;
  key: string;
  refunds: boolean;
}>('webinars.noticed');

/** The host has cancelled a webinar, or its time has changed. */
export const webinarChanged = defineEvent<{ postId: string; hostId: string }>('webinars.changed');
