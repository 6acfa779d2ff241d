import { changePassword, forgotPassword, resetPassword } from '@afterhours/contract/account/account';
import { WEBINAR_AMOUNT } from '@afterhours/contract/constants/webinars';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { updatePost } from '@afterhours/contract/posts/posts';
import { createCalendarFeed, deleteCalendarFeed, getCalendarFeed } from '@afterhours/contract/webinars/calendar-feed';
import { cancelWebinar } from '@afterhours/contract/webinars/changes';
import { getJoinPage } from '@afterhours/contract/webinars/joining';
import { getManagedWebinar, listOwnSeats, listSeats, listWaiting } from '@afterhours/contract/webinars/lists';
import { joinWaiting } from '@afterhours/contract/webinars/waiting';
import { leaveSeat, takeSeat } from '@afterhours/contract/webinars/webinars';
import { sql } from 'kysely';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inHours } from '#testing/times.ts';
import { selectEntries } from '../calendar/feed.ts';

let app: TestApp;
let host: TestMember;
let guests: TestMember[];
let full: string;

const take = (member: TestMember, id: string) => app.call(takeSeat, { token: member.token, params: { id } });
const build = async (fields: object = {}) =>
  (await buildWebinar(app, host, { price: 0, startsAt: inHours(50), ...fields }))._id;

beforeAll(async () => {
  app = await buildTestApp();
  host = await buildMember(app);
  guests = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)));
  full = await build({ capacity: 3 });
  for (const member of guests.slice(0, 3)) await take(member, full);
  for (const member of guests.slice(3)) await app.call(joinWaiting, { token: member.token, params: { id: full } });
});
afterAll(() => app.close());

const own = async ({ token }: TestMember, query: Record<string, string> = {}) => {
  return await succeed(app.call(listOwnSeats, { token, query }));
};

describe('The host of a webinar', () => {
  it('learns that somebody has paid, even if it costs nothing now', async () => {
    const [guest] = guests as [TestMember];
    const { _id } = await buildWebinar(app, host, { startsAt: inHours(50) });
    const isPaid = async () =>
      (await succeed(app.call(getManagedWebinar, { token: host.token, params: { id: _id } }))).body.isPaid;
    expect(await isPaid()).toBe(false);
    await succeed(pay(app, guest, _id, await buildSandboxToken(app, guest)));
    await succeed(app.call(updatePost, { token: host.token, body: { _id, price: 0 } }));
    expect(await isPaid()).toBe(true);
  });

  it('sees who has a seat and who waits, page by page, with a constant number of statements', async () => {
    const { token } = host;
    const params = { id: full };
    expect(await app.call(getManagedWebinar, { token, params })).toMatchObject({
      body: { capacity: 3, seatsTaken: 3, waiting: 3, state: 'upcoming' },
    });
    const names: unknown[] = [];
    const readSeats = (query: Record<string, string>) => app.call(listSeats, { token, params, query });
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof readSeats>> = await readSeats({
        limit: '2',
        ...(cursor ? { cursor } : {}),
      });
      if (!page.ok) throw new Error(page.message);
      names.push(...page.body.map(({ member }) => member?._id));
      cursor = page.nextCursor;
    }
    expect(names).toEqual(guests.slice(0, 3).map(({ id }) => id));
    const waiting = await app.call(listWaiting, { token, params, query: {} });
    expect(waiting.ok && waiting.body.map(({ member }) => member?._id)).toEqual(guests.slice(3).map(({ id }) => id));
    const count = (limit: string) =>
      app.countStatements(() => app.call(listSeats, { token, params, query: { limit } }));
    expect(await count('1')).toBe(await count('100'));
  });

  it('is the only one who sees them', async () => {
    for (const route of [getManagedWebinar, listSeats, listWaiting]) {
      expect(await app.call(route, { token: null, params: { id: full } })).toMatchObject({ status: 401 });
      expect(await app.call(route, { token: guests[0]?.token ?? '', params: { id: full } })).toMatchObject({
        status: 403,
      });
    }
  });

  it('does not see the name of a member who has blocked them', async () => {
    const [member] = [await buildMember(app)];
    const id = await build();
    await take(member, id);
    await app.call(setBlock, { token: member.token, body: { userId: host.id } });
    const seats = await app.call(listSeats, { token: host.token, params: { id }, query: {} });
    expect(seats).toMatchObject({ body: [{ member: null, state: 'free' }] });
  });
});

describe('The list of own seats', () => {
  it('has upcoming webinars, soonest first, with places in line, or past ones', async () => {
    const member = await buildMember(app);
    const [later, sooner, past] = [
      await build({ startsAt: inHours(70) }),
      await build({ startsAt: inHours(2) }),
      await build(),
    ];
    for (const id of [later, sooner, past]) await take(member, id);
    await app.call(joinWaiting, { token: member.token, params: { id: full } });
    await sql`UPDATE posts SET starts_at = now() - interval '2 days' WHERE id = ${past}::uuid`.execute(app.services.db);
    const upcoming = await own(member);
    expect(upcoming.body.map(({ _id }) => _id)).toEqual([sooner, full, later]);
    expect(upcoming.body[1]).toMatchObject({ seat: null, place: 4 });
    expect(upcoming.body[0]).toMatchObject({ seat: { state: 'free' }, paid: null, mayLeave: true, place: null });
    expect((await own(member, { time: 'past' })).body.map(({ _id }) => _id)).toEqual([past]);
    const first = await own(member, { limit: '1' });
    const second = await own(member, { limit: '1', cursor: first.nextCursor ?? '' });
    expect(second.body.map(({ _id }) => _id)).toEqual([full]);
    await app.call(leaveSeat, { token: member.token, params: { id: later } });
    await app.call(cancelWebinar, { token: host.token, params: { id: sooner }, body: {} });
    expect((await own(member)).body.map(({ _id, state }) => [_id, state])).toEqual([
      [sooner, 'cancelled'],
      [full, 'upcoming'],
    ]);
    expect(JSON.stringify(await own(member))).not.toContain(WEBINAR_LINK);
  });

  it('has what a paid seat has cost, even if the price changes later', async () => {
    const [member, waiting] = [await buildMember(app), await buildMember(app)];
    const id = await build({ price: WEBINAR_AMOUNT, capacity: 1 });
    await pay(app, member, id, await buildSandboxToken(app, member));
    await app.call(joinWaiting, { token: waiting.token, params: { id } });
    await sql`UPDATE webinars SET price = 2500 WHERE post_id = ${id}::uuid`.execute(app.services.db);
    expect((await own(member)).body).toMatchObject([
      { _id: id, seat: { state: 'paid' }, paid: { amount: WEBINAR_AMOUNT, currency: 'usd' } },
    ]);
    expect((await own(waiting)).body).toMatchObject([{ _id: id, seat: null, paid: null, place: 1 }]);
  });

  it('keeps a cancelled webinar, as calendars do, only for members who had a seat at the time', async () => {
    const [seated, gone] = [await buildMember(app), await buildMember(app)];
    const id = await build();
    for (const member of [seated, gone]) await take(member, id);
    await app.call(leaveSeat, { token: gone.token, params: { id } });
    await app.call(cancelWebinar, { token: host.token, params: { id }, body: { words: 'My voice is gone.' } });
    const entriesOf = async (member: TestMember) =>
      (await selectEntries(app.services.db, member.id)).map(({ postId, cancelled }) => ({ postId, cancelled }));
    const join = ({ token }: TestMember) => app.call(getJoinPage, { token, params: { id } });
    expect((await own(seated)).body).toMatchObject([{ _id: id, state: 'cancelled', cancelWords: 'My voice is gone.' }]);
    expect(await entriesOf(seated)).toEqual([{ postId: id, cancelled: true }]);
    expect(await join(seated)).toMatchObject({ body: { state: 'cancelled' } });
    expect((await own(gone)).body).toEqual([]);
    expect(await entriesOf(gone)).toEqual([]);
    expect(await join(gone)).toMatchObject({ status: 403 });
  });

  it('rejects an unknown time filter', async () => {
    const { token } = host;
    expect(await app.call(listOwnSeats, { token, query: { time: 'soon' } as never })).toMatchObject({ status: 422 });
  });
});

describe('The calendar URL', () => {
  const read = (url: string) => app.http.inject({ url: new URL(url).pathname });
  const make = async ({ token }: TestMember) => {
    return (await succeed(app.call(createCalendarFeed, { token }))).body.url;
  };

  it('contains hosted and seated webinars, can be replaced, and can be revoked', async () => {
    const member = await buildMember(app);
    const id = await build();
    await take(member, id);
    const url = await make(member);
    const file = await read(url);
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const events = Object.values(nodeIcal.sync.parseICS(file.body)).filter((each) => each?.type === 'VEVENT');
    expect(events.map((each) => each?.type === 'VEVENT' && each.uid.split('@')[0])).toEqual([id]);
    expect(file.body).not.toContain(WEBINAR_LINK);
    await app.call(cancelWebinar, { token: host.token, params: { id }, body: {} });
    expect((await read(url)).body).toContain('STATUS:CANCELLED');
    expect((await read(await make(host))).body).toContain(full);
    const another = await make(member);
    expect((await read(url)).statusCode).toBe(404);
    expect((await read(another)).statusCode).toBe(200);
    expect(await app.call(deleteCalendarFeed, { token: member.token })).toMatchObject({ ok: true });
    expect((await read(another)).statusCode).toBe(404);
    expect(await app.call(getCalendarFeed, { token: member.token })).toMatchObject({ body: { since: null } });
  });

  it('ends when the password is reset by a mailed link', async () => {
    const member = await buildMember(app);
    const url = await make(member);
    await app.call(forgotPassword, { body: { email: member.user.email } });
    const token = /token=([\w-]+)/.exec((await app.mail.next(member.user.email)).text)?.[1];
    expect((await read(url)).statusCode).toBe(200);
    await succeed(app.call(resetPassword, { body: { token, newPassword: 'Another42light' } }));
    expect((await read(url)).statusCode).toBe(404);
  });

  it('ends when the password is changed', async () => {
    const member = await buildMember(app);
    const url = await make(member);
    const body = { currentPassword: PASSWORD, newPassword: 'Another42light' };
    await succeed(app.call(changePassword, { token: member.token, body }));
    expect((await read(url)).statusCode).toBe(404);
  });

  it('is not available to others, and is a 404 if it is unknown', async () => {
    for (const file of ['x', 'x.ics', `${'a'.repeat(43)}.ics`, 'a'.repeat(43)])
      expect((await app.http.inject({ url: `/api/calendar/${file}` })).statusCode).toBe(404);
    for (const route of [createCalendarFeed, deleteCalendarFeed, getCalendarFeed])
      expect(await app.call(route, { token: null })).toMatchObject({ status: 401 });
  });
});
