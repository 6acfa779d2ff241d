/** The mails to members who have a seat in a webinar or are on its waiting list. None contains the link. */
import { defineMessages, type MessageDescriptor, type WrittenText } from '@afterhours/contract/base/message';
import { paragraph, writeLetter, writeLink } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { asWritten, english } from '#texts/english.ts';
import { writeTime } from '#texts/times.ts';
import { type CalendarSite, joinPageOf, writeCalendar } from '../calendar/calendar.ts';
import { nameOf } from './deletion-mail.ts';
import type { MailedNotice } from './queries.ts';
import { listScheduled } from './times.ts';

const subjects = defineMessages('webinars.mail.subject', {
  cancelled: 'Cancelled: {title}',
  moved: 'New time: {title}',
  offered: 'A seat is available for you: {title}',
  day: 'Starts soon: {title}',
  hour: 'Starts within the hour: {title}',
  recorded: 'The recording is ready: {title}',
  lapsed: 'Your seat offer has expired: {title}',
});

const openings = defineMessages('webinars.mail.opening', {
  cancelled: 'The host has cancelled a webinar that you wanted to join.',
  moved: 'A webinar that you want to join has been rescheduled.',
  offered: 'A seat is now available in a webinar that you are waiting for. It is held for you until {until}.',
  day: 'A webinar that you have a seat in starts within a day.',
  hour: 'A webinar that you have a seat in starts within the hour.',
  recorded: 'The recording of a webinar that you had a seat in is now available.',
  lapsed:
    'A seat in a webinar was held for you. You did not take it in time, so it has been offered to the next person.',
});

const texts = defineMessages('webinars.mail', {
  webinar: 'Webinar: {title}',
  starts: 'Starts: {time}',
  ends: 'Ends: {time}',
  words: 'The host says: {words}',
  refund: 'Your payment is being refunded. You don’t need to do anything.',
  giveBack: 'If this time does not suit you, you can give up your seat until the start, for a full refund.',
  expires: 'If you do not take it by then, it will be offered to the next person on the waiting list.',
  opens: 'The page opens 15 minutes before the start.',
  page: 'Webinar page',
  join: 'Join page',
  watch: 'Watch the recording',
  waitAgain: 'If you still want to come, you can join the waiting list again.',
  reminders: 'You get this email because you have a seat.',
});

function listTimes({ starts_at, ends_at, time_zone }: MailedNotice): WrittenText[] {
  return [
    ...(starts_at ? [english(texts.starts, { time: writeTime(starts_at, time_zone) })] : []),
    ...(ends_at ? [english(texts.ends, { time: writeTime(ends_at, time_zone) })] : []),
  ];
}

const listAfter: Record<MailedNotice['kind'], (notice: MailedNotice) => readonly MessageDescriptor[]> = {
  cancelled: ({ refunds }) => (refunds ? [texts.refund] : []),
  moved: ({ seat_state }) => (seat_state === 'paid' ? [texts.giveBack] : []),
  offered: () => [texts.expires],
  day: () => [texts.opens, texts.reminders],
  hour: () => [texts.opens, texts.reminders],
  recorded: () => [],
  lapsed: () => [texts.waitAgain],
};

/** Whether the member has a seat, or one is held for them. */
const isSeated = ({ seat_state: state }: MailedNotice): boolean =>
  state === 'held' || state === 'paid' || state === 'free';

/** Whether the notice is mailed like a receipt, whatever the member has chosen. */
const isMailedAlways = (notice: MailedNotice): boolean =>
  notice.kind === 'cancelled' || notice.kind === 'offered' || (notice.kind === 'moved' && isSeated(notice));

/** The mails that lead to the join page, with the text of the link. */
const joinTexts: Partial<Record<MailedNotice['kind'], MessageDescriptor>> = {
  day: texts.join,
  hour: texts.join,
  recorded: texts.watch,
};

/** The new version for the calendar of a member who has, or had, a seat. */
function writeInvitation(notice: MailedNotice, site: CalendarSite): MailMessage['calendar'] {
  const { kind, starts_at: startsAt, seat_state, email, first_name: name } = notice;
  if (startsAt === null || seat_state === null) return undefined;
  if (kind !== 'cancelled' && !(kind === 'moved' && isSeated(notice))) return undefined;
  const method = kind === 'cancelled' ? 'cancel' : 'request';
  const entry = {
    postId: notice.post_id,
    title: nameOf(notice.title),
    description: notice.description,
    startsAt,
    endsAt: notice.ends_at,
    sequence: notice.calendar_seq,
    cancelled: kind === 'cancelled',
    changedAt: notice.cancelled_at ?? notice.updated_at,
  };
  return { method, content: writeCalendar([entry], site, { method, attendee: { email, name } }) };
}

/**
 * Writes the mail for a notice. Returns null for a reminder, a recording, a lapsed offer or, on the waiting list, a new
 * time if the member wants no mails about notifications: changes to their seat are mailed nevertheless, like a receipt.
 */
export function noticeMail(notice: MailedNotice, site: CalendarSite): MailMessage | null {
  const { id, kind, post_id: postId, email: to, first_name: name, held_until, time_zone } = notice;
  if (notice.stopped && !isMailedAlways(notice)) return null;
  if (kind === 'offered' && held_until === null) return null;
  const title = nameOf(notice.title);
  const until = held_until ? writeTime(held_until, time_zone) : '';
  const subject = english(subjects[kind], { title });
  const joinText = joinTexts[kind];
  const link = joinText ? joinPageOf(site.origin, postId) : `${site.origin}/p/${postId}`;
  const action = writeLink(link, english(joinText ?? texts.page));
  const times = kind === 'cancelled' ? listScheduled(notice.starts_at, time_zone) : listTimes(notice);
  const facts = [english(texts.webinar, { title }), ...times];
  const rows = { text: facts.join('\n'), html: facts.map((line) => paragraph(line, 'margin:0 0 4px')).join('') };
  const words = kind === 'cancelled' && notice.cancel_words ? asWritten(notice.cancel_words) : null;
  const lines = [
    english(openings[kind], { until }),
    ...(words === null ? [] : [english(texts.words, { words })]),
    ...listAfter[kind](notice).map((line) => english(line)),
  ];
  const calendar = writeInvitation(notice, site);
  return {
    to,
    subject,
    ...writeLetter({ to, name, appName: site.appName }, lines, {
      text: `${rows.text}\n\n${action.text}`,
      html: rows.html + action.html,
    }),
    essence: link,
    messageId: `<${id}@${new URL(site.origin).hostname}>`,
    ...(calendar ? { calendar } : {}),
  };
}
