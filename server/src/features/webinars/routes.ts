import * as changes from '@afterhours/contract/webinars/changes';
import { getJoinPage } from '@afterhours/contract/webinars/joining';
import * as waiting from '@afterhours/contract/webinars/waiting';
import type { NoticeKind } from '#db/schema/tables/webinars.ts';
import { webinarMoved } from '#features/posts/events.ts';
import type { FeatureContext } from '#http/feature.ts';
import { bindCalendar, bindCalendarFeed } from './calendar/calendar-routes.ts';
import { cancelWebinar, recordMove, setRecording, setSchedule } from './changes/commands.ts';
import { webinarGone, webinarNoticed } from './events.ts';
import { openJoinPage } from './joining/join-page.ts';
import { bindLists } from './lists/list-routes.ts';
import { writeAutomaticNotices } from './notices/automatic.ts';
import { notifyOfDeletions, registerDeletionMails } from './notices/deleted.ts';
import { remindDue } from './notices/reminders.ts';
import { registerRemovals } from './notices/removed.ts';
import { registerNoticeMails, sendDueNotices } from './notices/send-due.ts';
import { announceLine } from './waiting/announce-line.ts';
import { joinWaiting, leaveWaiting, offerFreeSeats } from './waiting/commands.ts';

const NOTICE_SECONDS = 5;
const OFFER_SECONDS = 5;
const REMINDER_SECONDS = 20;
const { webinarChangeMessages: messages } = changes;

/** After these notices, pages about a member's seat have to load it again. */
const SEAT_NOTICES: ReadonlySet<NoticeKind> = new Set(['cancelled', 'moved', 'recorded']);

function bindChanges({ bind, services }: FeatureContext): void {
  bind(changes.cancelWebinar, async ({ viewerId, params: { id }, body: { words } }) => {
    const cancelledAt = await cancelWebinar(services, viewerId, id, words ?? null);
    return { message: messages.cancelled, body: { _id: id, cancelledAt: cancelledAt.toISOString() } };
  });

  bind(changes.setSchedule, async ({ viewerId, params: { id }, body }) => {
    const { startsAt, endsAt, changed } = await setSchedule(services, viewerId, id, body);
    return {
      message: changed ? messages.moved : messages.same,
      body: { _id: id, startsAt: startsAt?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null },
    };
  });
}

function bindWaiting({ bind, services }: FeatureContext): void {
  services.jobs.repeat('webinars.offer', OFFER_SECONDS, () => offerFreeSeats(services));

  bind(waiting.joinWaiting, async ({ viewerId, params: { id } }) => {
    const place = await joinWaiting(services, viewerId, id);
    return { message: waiting.waitingMessages.joined, body: { _id: id, place } };
  });

  bind(waiting.leaveWaiting, async ({ viewerId, params: { id } }) => {
    await leaveWaiting(services, viewerId, id);
    return { message: waiting.waitingMessages.left, body: { _id: id } };
  });
}

function bindJoining({ bind, services }: FeatureContext): void {
  services.jobs.repeat('webinars.remind', REMINDER_SECONDS, () => remindDue(services));

  bind(getJoinPage, async ({ viewerId, params: { id } }) => ({ body: await openJoinPage(services, viewerId, id) }));

  bind(changes.setRecording, async ({ viewerId, params: { id }, body: { link } }) => {
    await setRecording(services, viewerId, id, link);
    return { message: link === null ? messages.unrecorded : messages.recorded, body: { _id: id, recording: link } };
  });
}

export default function register(context: FeatureContext): void {
  const { services } = context;
  services.events.within(webinarMoved, recordMove);
  services.jobs.repeat('webinars.note', NOTICE_SECONDS, () => writeAutomaticNotices(services));
  services.jobs.repeat('webinars.tell', NOTICE_SECONDS, () => sendDueNotices(services));
  services.jobs.repeat('webinars.tell-deleted', NOTICE_SECONDS, () => notifyOfDeletions(services));
  services.events.after(webinarNoticed, ({ userId, postId, kind }) => {
    if (SEAT_NOTICES.has(kind)) services.channels.toMember(userId, 'seats', { post_id: postId });
  });
  services.events.after(webinarGone, ({ userId, postId }) => {
    services.channels.toMember(userId, 'seats', { post_id: postId });
  });
  registerNoticeMails(services);
  registerDeletionMails(services);
  registerRemovals(services);
  bindChanges(context);
  bindWaiting(context);
  announceLine(services);
  bindJoining(context);
  bindLists(context);
  bindCalendar(context);
  bindCalendarFeed(context);
}
