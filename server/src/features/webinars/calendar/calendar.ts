/** Webinars as iCalendar files (RFC 5545) and invitations (RFC 5546), with their times in UTC. */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { mailboxOf } from '#platform/mail/mailbox.ts';
import type { Services } from '#services.ts';

/** A webinar as calendars store it. `sequence` is the number of this version. */
export type CalendarEntry = {
  postId: string;
  title: string;
  description: string;
  startsAt: Date;
  /** Null if there is no end; the entry then lasts an hour. */
  endsAt: Date | null;
  sequence: number;
  cancelled: boolean;
  changedAt: Date;
};

/** `origin` is the site's URL, `from` its own mailbox. */
export type CalendarSite = { appName: string; origin: string; from: string };
export const calendarSite = ({ community, config }: Pick<Services, 'community' | 'config'>): CalendarSite => ({
  appName: community.name(),
  origin: config.publicUrl,
  from: config.mail.from,
});

export type CalendarPerson = { email: string; name: string };

const methods = {
  publish: ICalCalendarMethod.PUBLISH,
  request: ICalCalendarMethod.REQUEST,
  cancel: ICalCalendarMethod.CANCEL,
} as const;

export const joinPageOf = (origin: string, postId: string): string => `${origin}/w/${postId}/join`;

/**
 * Returns a calendar file with these webinars. Each links to its join page, never to where it takes place. An
 * invitation is for one `attendee`, and requests no reply, because taking the seat was the reply.
 */
export function writeCalendar(
  entries: readonly CalendarEntry[],
  { appName, origin, from }: CalendarSite,
  { method, attendee }: { method: keyof typeof methods; attendee?: CalendarPerson },
): string {
  const calendar = ical({
    name: appName,
    method: methods[method],
    prodId: { company: appName, product: 'Webinars', language: 'EN' },
  });
  for (const entry of entries) {
    const link = joinPageOf(origin, entry.postId);
    calendar.createEvent({
      id: `${entry.postId}@${new URL(origin).hostname}`,
      sequence: entry.sequence,
      stamp: entry.changedAt,
      start: entry.startsAt,
      end: entry.endsAt ?? new Date(entry.startsAt.getTime() + HOUR_MS),
      summary: entry.title,
      description: entry.description,
      location: link,
      url: link,
      status: entry.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: appName, email: mailboxOf(from) },
      ...(attendee
        ? {
            attendees: [
              {
                ...attendee,
                rsvp: false,
                role: ICalAttendeeRole.REQ,
                status: ICalAttendeeStatus.ACCEPTED,
              },
            ],
          }
        : {}),
    });
  }
  return calendar.toString();
}
