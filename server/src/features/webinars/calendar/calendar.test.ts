import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { type CalendarEntry, writeCalendar } from './calendar.ts';

const site = { appName: 'Afterhours', origin: 'https://afterhours.example', from: 'Lamps <hello@afterhours.example>' };
const attendee = { email: 'gil@example.com', name: 'Gil' };
const entry: CalendarEntry = {
  postId: '01a1fe0b-1345-70de-9139-23416f5fc456',
  title: 'Prices; taxes, and a \\ slash',
  description: `First line\nsecond ${'ü🙂'.repeat(60)}`,
  startsAt: new Date('2026-12-24T18:30:00Z'),
  endsAt: null,
  sequence: 0,
  cancelled: false,
  changedAt: new Date('2026-11-01T09:08:07.123Z'),
};

/** Parses the first event of a file with a few lines of code: unfolds the lines and splits them at the first colon. */
function readPlainly(file: string): Map<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n');
  const event = lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'));
  return new Map(event.map((line) => [/^[^:;]+/.exec(line)?.[0] ?? '', line.slice(line.indexOf(':') + 1)]));
}

const readUtc = (text = ''): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const readByIcal = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const event = calendar.getFirstSubcomponent('vevent');
  if (!event) throw new Error('no event');
  return { calendar, event: new ICAL.Event(event), component: event };
};

const readByNodeIcal = (file: string) => {
  const event = Object.values(nodeIcal.sync.parseICS(file)).find((each) => each?.type === 'VEVENT');
  if (event?.type !== 'VEVENT') throw new Error('no event');
  return event;
};

describe('A calendar file', () => {
  it('is well-formed: CRLF, at most 75 octets per line, escaped, in UTC, and linked to the join page', () => {
    const file = writeCalendar([entry], site, { method: 'publish' });
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const plain = readPlainly(file);
    expect(plain.get('UID')).toBe(`${entry.postId}@afterhours.example`);
    expect(plain.get('DTSTAMP')).toBe('20261101T090807Z');
    expect(plain.get('SUMMARY')).toBe('Prices\\; taxes\\, and a \\\\ slash');
    expect(plain.get('URL')).toBe(`https://afterhours.example/w/${entry.postId}/join`);
    for (const { summary, description } of [readByIcal(file).event, readByNodeIcal(file)])
      expect({ summary, description }).toEqual({ summary: entry.title, description: entry.description });
  });

  it('lasts an hour if the webinar has no end', () => {
    const { event } = readByIcal(writeCalendar([entry], site, { method: 'publish' }));
    expect(event.endDate.toUnixTime() - event.startDate.toUnixTime()).toBe(3_600);
  });
});

describe('The time of a webinar', () => {
  // The hours before, at, and after a clock change, in local time.
  it.each([
    ['Europe/Lisbon', '2027-03-28T01:30'],
    ['Europe/Berlin', '2027-10-31T02:30'],
    ['America/New_York', '2027-03-14T02:30'],
    ['America/Los_Angeles', '2027-11-07T01:30'],
    ['America/St_Johns', '2027-03-14T02:30'],
    ['America/Santiago', '2027-04-03T23:30'],
    ['Australia/Sydney', '2027-04-04T02:30'],
    ['Australia/Lord_Howe', '2027-10-03T02:15'],
    ['Pacific/Auckland', '2027-09-26T02:30'],
    ['Africa/Cairo', '2027-04-30T00:30'],
    ['Asia/Jerusalem', '2027-03-26T02:30'],
    ['Pacific/Chatham', '2027-04-04T03:00'],
  ])('in %s, around a clock change, is the same to three parsers', (zone, clock) => {
    for (const hours of [-1, 0, 1]) {
      const instant = Temporal.PlainDateTime.from(clock).toZonedDateTime(zone).add({ hours }).epochMilliseconds;
      const startsAt = new Date(instant);
      const endsAt = new Date(instant + 5_400_000);
      const file = writeCalendar([{ ...entry, startsAt, endsAt }], site, { method: 'publish' });
      const plain = readPlainly(file);
      const { event } = readByIcal(file);
      const other = readByNodeIcal(file);
      expect([readUtc(plain.get('DTSTART')), readUtc(plain.get('DTEND'))]).toEqual([instant, instant + 5_400_000]);
      expect([event.startDate.toJSDate(), event.endDate.toJSDate()]).toEqual([startsAt, endsAt]);
      expect([other.start.getTime(), other.end?.getTime()]).toEqual([startsAt.getTime(), endsAt.getTime()]);
    }
  });
});

describe('Invitations', () => {
  const versions = [
    writeCalendar([entry], site, { method: 'publish' }),
    writeCalendar([{ ...entry, sequence: 1, startsAt: new Date('2026-12-26T18:30:00Z') }], site, {
      method: 'request',
      attendee,
    }),
    writeCalendar([{ ...entry, sequence: 2, cancelled: true }], site, { method: 'cancel', attendee }),
  ];

  it('to a moved and then cancelled webinar are versions of one entry, to both parsers', () => {
    const read = versions.map(readByIcal);
    expect(read.map(({ calendar }) => calendar.getFirstPropertyValue('method'))).toEqual([
      'PUBLISH',
      'REQUEST',
      'CANCEL',
    ]);
    expect(new Set(read.map(({ event }) => event.uid)).size).toBe(1);
    expect(read.map(({ event }) => event.sequence)).toEqual([0, 1, 2]);
    expect(read.map(({ component }) => component.getFirstPropertyValue('status'))).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'CANCELLED',
    ]);
    const others = versions.map(readByNodeIcal);
    expect(new Set(others.map(({ uid }) => uid)).size).toBe(1);
    expect(others.map(({ sequence }) => Number(sequence))).toEqual([0, 1, 2]);
    expect(others.map(({ method }) => method)).toEqual(['PUBLISH', 'REQUEST', 'CANCEL']);
    expect(others[1]?.start.toISOString()).toBe('2026-12-26T18:30:00.000Z');
  });

  it("come from the site's address and request no reply", () => {
    for (const version of versions.slice(1)) {
      const { component } = readByIcal(version);
      expect(component.getFirstPropertyValue('organizer')).toBe('mailto:hello@afterhours.example');
      const guest = component.getFirstProperty('attendee');
      expect([guest?.getFirstValue(), guest?.getParameter('rsvp')]).toEqual(['MAILTO:gil@example.com', 'FALSE']);
    }
  });
});

describe('The calendar file of a webinar', () => {
  let app: TestApp;
  let host: TestMember;
  let guest: TestMember;
  beforeAll(async () => {
    app = await buildTestApp();
    [host, guest] = await buildMembers(app, 2);
  });
  afterAll(() => app.close());

  it('is returned only to the author and to members who have paid', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: '2099-12-24T18:30:00Z', endsAt: '2099-12-24T20:00:00Z' });
    const read = (member: TestMember | null, id = webinar._id) =>
      app.http.inject({
        url: `/api/post/${id}/calendar.ics`,
        headers: member ? { authorization: `Bearer ${member.token}` } : {},
      });
    expect((await read(null)).statusCode).toBe(401);
    expect((await read(guest)).statusCode).toBe(403);
    expect((await read(host)).statusCode).toBe(200);
    await pay(app, guest, webinar._id, await buildSandboxToken(app, guest));
    const file = await read(guest);
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const plain = readPlainly(file.body);
    expect([plain.get('DTSTART'), plain.get('DTEND')]).toEqual(['20991224T183000Z', '20991224T200000Z']);
    expect(file.body).not.toContain(WEBINAR_LINK);
    for (const id of ['x', entry.postId, (await buildPost(app, host))._id, (await buildWebinar(app, host))._id])
      expect((await read(host, id)).statusCode).toBe(404);
  });
});
