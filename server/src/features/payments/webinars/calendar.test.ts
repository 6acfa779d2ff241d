import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay } from '#testing/rows/payments.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { toCalendar } from './calendar.ts';

let app: TestApp;
let host: TestMember;
let guest: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [host, guest] = await Promise.all([buildMember(app), buildMember(app)]);
});
afterAll(() => app.close());

const post = {
  _id: '01a1fe0b-1345-70de-9139-23416f5fc456',
  title: 'Prices; taxes, and a \\ slash',
  description: `First line\nsecond ${'ü🙂'.repeat(60)}`,
  updatedAt: '2026-11-01T09:08:07.123Z',
  startsAt: '2026-12-24T18:30:00.000Z',
  link: 'https://example.com/live?a=1,2;b=é',
  webinar: null,
};

it('The calendar file of a webinar is well-formed: CRLF, at most 75 octets a line, escaped, in UTC', () => {
  const file = toCalendar(post, { appName: 'Afterhours', origin: 'https://afterhours.example' });
  const lines = file.split('\r\n');
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const unfolded = file.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded).toContain('DTSTART:20261224T183000Z');
  expect(unfolded).toContain('DURATION:PT1H');
  expect(unfolded).toContain('DTSTAMP:20261101T090807Z');
  expect(unfolded).toContain('UID:01a1fe0b-1345-70de-9139-23416f5fc456@afterhours.example');
  expect(unfolded).toContain('SUMMARY:Prices\\; taxes\\, and a \\\\ slash');
  expect(unfolded).toContain(`DESCRIPTION:First line\\nsecond ${'ü🙂'.repeat(60)}`);
  expect(unfolded).toContain('URL:https://example.com/live?a=1,2;b=%C3%A9');
});

it('The calendar file of a webinar is returned to the author and the payers, and to nobody else', async () => {
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
  expect(file.body).toContain('DTSTART:20991224T183000Z\r\nDTEND:20991224T200000Z\r\n');
  for (const id of ['x', post._id, (await buildPost(app, host))._id, (await buildWebinar(app, host))._id])
    expect((await read(host, id)).statusCode).toBe(404);
});
