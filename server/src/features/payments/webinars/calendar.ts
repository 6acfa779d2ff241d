/** A webinar as an iCalendar file (RFC 5545): CRLF, lines of at most 75 octets, times in UTC. */
import type { Post } from '@afterhours/contract/posts';

const LINE_OCTETS = 75;

const escapeText = (value: string): string =>
  value.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r\n|\r|\n/g, '\\n');

const toUtc = (iso: string): string => iso.replace(/\.\d+/, '').replace(/[-:]/g, '');

/** Folds a line: a continuation begins with a space, and no character is split. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = '';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}

/**
 * Returns the event of a webinar that has a time and whose link the viewer may see. Without an end it lasts an hour.
 * `origin` is the product's address.
 */
export function toCalendar(
  post: Pick<Post, '_id' | 'title' | 'description' | 'updatedAt' | 'webinar'> & { startsAt: string; link: string },
  { appName, origin }: { appName: string; origin: string },
): string {
  const link = URL.parse(post.link)?.href ?? post.link;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(appName)}//Webinars//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${post._id}@${new URL(origin).hostname}`,
    `DTSTAMP:${toUtc(post.updatedAt)}`,
    `DTSTART:${toUtc(post.startsAt)}`,
    post.webinar?.endsAt ? `DTEND:${toUtc(post.webinar.endsAt)}` : 'DURATION:PT1H',
    `SUMMARY:${escapeText(post.title ?? '')}`,
    `DESCRIPTION:${escapeText(post.description)}`,
    `LOCATION:${escapeText(link)}`,
    `URL:${link}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
