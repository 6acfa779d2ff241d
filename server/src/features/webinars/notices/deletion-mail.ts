/** The mail about a deleted webinar. */
import { defineMessages } from '@afterhours/contract/base/message';
import type { Selectable } from 'kysely';
import type { DeletedWebinarNoticesTable } from '#db/schema/tables/webinars.ts';
import { paragraph, writeLetter, writeLink } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { english } from '#texts/english.ts';
import { type CalendarSite, writeCalendar } from '../calendar/calendar.ts';
import { listScheduled } from './times.ts';

const texts = defineMessages('webinars.mail.deleted', {
  subject: 'Cancelled: {title}',
  unnamed: 'a webinar',
  opening: 'A webinar that you wanted to join was deleted. It will not take place.',
  webinar: 'Webinar: {title}',
  refund: 'Your payment is being refunded. You don’t need to do anything.',
  payments: 'Your payments',
  others: 'Other webinars',
});

/** What a mail says instead of a title that is hidden. */
export const nameOf = (title: string | null): string => title ?? english(texts.unnamed);

export type DeletedNotice = Selectable<DeletedWebinarNoticesTable> & { email: string; first_name: string };

/** Removes the webinar from the calendar of a member who had a seat. */
function writeCancellation(notice: DeletedNotice, title: string, site: CalendarSite): MailMessage['calendar'] {
  const { starts_at: startsAt, ends_at: endsAt, seat, email, first_name: name } = notice;
  if (startsAt === null || seat === null) return undefined;
  const times = { startsAt, endsAt, sequence: notice.calendar_seq, changedAt: notice.created_at };
  const entry = { postId: notice.post_id, title, description: '', ...times, cancelled: true };
  return { method: 'cancel', content: writeCalendar([entry], site, { method: 'cancel', attendee: { email, name } }) };
}

export function deletionMail(notice: DeletedNotice, site: CalendarSite): MailMessage {
  const { email: to, first_name: name, seat, starts_at: startsAt } = notice;
  const title = nameOf(notice.title);
  const subject = english(texts.subject, { title });
  const facts = [english(texts.webinar, { title }), ...listScheduled(startsAt, notice.time_zone)];
  const path = seat === 'paid' ? '/Settings?tab=payments' : '/webinars';
  const action = writeLink(`${site.origin}${path}`, english(seat === 'paid' ? texts.payments : texts.others));
  const lines = [english(texts.opening), ...(seat === 'paid' ? [english(texts.refund)] : [])];
  const calendar = writeCancellation(notice, title, site);
  return {
    to,
    subject,
    ...writeLetter({ to, name, appName: site.appName }, lines, {
      text: `${facts.join('\n')}\n\n${action.text}`,
      html: facts.map((line) => paragraph(line, 'margin:0 0 4px')).join('') + action.html,
    }),
    essence: subject,
    messageId: `<${notice.id}@${new URL(site.origin).hostname}>`,
    ...(calendar ? { calendar } : {}),
  };
}
