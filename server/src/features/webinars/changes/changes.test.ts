import { HOUR_MS } from '@afterhours/contract/base/durations';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { MOVES_A_DAY } from '@afterhours/contract/constants/webinars';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { getPost, type Post, postMessages, updatePost } from '@afterhours/contract/posts/posts';
import { cancelWebinar, setSchedule, webinarChangeMessages } from '@afterhours/contract/webinars/changes';
import { joinWaiting } from '@afterhours/contract/webinars/waiting';
import { leaveSeat, seatMessages, takeSeat, webinarMessages } from '@afterhours/contract/webinars/webinars';
import { sql } from 'kysely';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listKinds } from '#testing/calls/notifications.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inHours } from '#testing/times.ts';
import { sendDueNotices } from '../notices/send-due.ts';
import { offerFreeSeats } from '../waiting/commands.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let host: TestMember;
let guest: TestMember;
let other: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [host, guest, other] = await buildMembers(app, 3);
});
afterAll(() => app.close());

const cancel = (member: TestMember | null, id: string, body: object = {}) =>
  app.call(cancelWebinar, { token: member?.token ?? null, params: { id }, body });
const move = (member: TestMember | null, id: string, body: object) =>
  app.call(setSchedule, { token: member?.token ?? null, params: { id }, body });
const take = (member: TestMember, id: string) => app.call(takeSeat, { token: member.token, params: { id } });
const buy = async (member: TestMember, id: string) => pay(app, member, id, await buildSandboxToken(app, member));
const seen = async (member: TestMember, { _id: id }: Post) => {
  return (await succeed(app.call(getPost, { token: member.token, params: { id } }))).body;
};
const begin = (id: string) =>
  sql`UPDATE posts SET starts_at = now() - interval '5 minutes' WHERE id = ${id}::uuid`.execute(app.services.db);
const mailWith = async (member: TestMember, subject: string) => {
  await sendDueNotices(app.services);
  await expect.poll(() => app.mail.sentTo(member).map((mail) => mail.subject)).toContain(subject);
  const mail = app.mail.sentTo(member).find((each) => each.subject === subject);
  if (!mail?.calendar) throw new Error('a mail without a calendar');
  const events = Object.values(nodeIcal.sync.parseICS(mail.calendar.content));
  const event = events.find((each) => each?.type === 'VEVENT');
  return { ...mail, method: mail.calendar.method, event };
};

describe('Cancelling a webinar', () => {
  it('ends all seats, refunds payments, notifies everyone once, and admits nobody any more', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: inHours(72), capacity: 5 });
    await buy(guest, webinar._id);
    await take(other, webinar._id);
    // Either call may come first, so both send the same words.
    const words = 'My voice is gone.';
    const responses = await Promise.all([1, 2].map(() => cancel(host, webinar._id, { words })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await seen(guest, webinar)).toMatchObject({ link: null, webinar: { state: 'cancelled' } });
    await expect.poll(async () => (await findOnlyPayment(app, webinar._id)).status).toBe('refunded');
    await Promise.all([sendDueNotices(app.services), sendDueNotices(app.services)]);
    expect((await listKinds(app, guest)).filter((kind) => kind?.endsWith('Cancelled'))).toEqual([
      'paidWebinarCancelled',
    ]);
    const mail = await mailWith(guest, 'Cancelled: Pricing, honestly');
    expect(mail).toMatchObject({ method: 'cancel', event: { sequence: 1, status: 'CANCELLED' } });
    expect(mail.text).toContain('My voice is gone.');
    expect(mail.text).toMatch(/^It was scheduled for: \w{3}, \d/m);
    expect(mail.text).not.toContain(WEBINAR_LINK);
    expect(mail.text).toContain('Your payment is being refunded.');
    // Somebody who had only started to pay has no seat to lose.
    expect((await listKinds(app, other)).filter((kind) => kind?.endsWith('Cancelled'))).toEqual([]);
    const refused = { status: 409, message: seatMessages.cancelled.message };
    expect(await take(other, webinar._id)).toMatchObject(refused);
    expect(await buy(other, webinar._id)).toMatchObject(refused);
    expect(app.mail.sentTo(guest, /^Cancelled/)).toHaveLength(1);
  });

  it('is only for its host, and only before it begins', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: inHours(72) });
    expect(await cancel(null, webinar._id)).toMatchObject({ status: 401 });
    expect(await cancel(guest, webinar._id)).toMatchObject({ status: 403 });
    expect(await cancel(host, NOBODYS)).toMatchObject({ status: 404 });
    expect(await cancel(host, (await buildPost(app, host))._id)).toMatchObject({ status: 422 });
    expect(await cancel(host, webinar._id, { words: 'x'.repeat(501) })).toMatchObject({ status: 422 });
    await begin(webinar._id);
    expect(await cancel(host, webinar._id)).toMatchObject({
      status: 409,
      message: webinarChangeMessages.begun.message,
    });
    expect(await take(guest, webinar._id)).toMatchObject({ message: paymentMessages.begun.message });
  });

  it('ends the seats of a free webinar, and mentions no refund to its members', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: inHours(72), price: 0 });
    await take(guest, webinar._id);
    await cancel(host, webinar._id);
    expect(await seen(guest, webinar)).toMatchObject({ link: null, webinar: { mySeat: { state: 'cancelled' } } });
    const mail = await mailWith(guest, 'Cancelled: Pricing, honestly');
    expect(mail.method).toBe('cancel');
    expect(mail.text).not.toContain('refund');
    const list = await app.call(listNotifications, { token: guest.token });
    expect(list.ok && list.body.notifications.map(({ content }) => content)).toEqual([
      'A webinar that you wanted to join is cancelled',
    ]);
  });
});

describe('Moving a webinar', () => {
  it('notifies seat holders, updates their calendars, and lets them return the seat whatever the policy', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: inHours(72), refundPolicy: 'none' });
    await buy(guest, webinar._id);
    const leave = () => app.call(leaveSeat, { token: guest.token, params: { id: webinar._id } });
    expect(await leave()).toMatchObject({ status: 409 });
    const [startsAt, endsAt] = [inHours(80), inHours(82)];
    expect(await move(host, webinar._id, { startsAt, endsAt })).toMatchObject({ body: { startsAt, endsAt } });
    expect(await seen(guest, webinar)).toMatchObject({
      startsAt,
      webinar: { startsAt, endsAt, mySeat: { state: 'paid', moved: true } },
    });
    await sendDueNotices(app.services);
    expect(await listKinds(app, guest)).toContain('webinarMoved');
    const mail = await mailWith(guest, 'New time: Pricing, honestly');
    expect(mail.method).toBe('request');
    expect(mail.event).toMatchObject({ uid: expect.stringContaining(webinar._id), sequence: 1 });
    expect(mail.text).not.toContain(WEBINAR_LINK);
    expect(await leave()).toMatchObject({ message: seatMessages.leftRefund.message });
    await expect.poll(async () => (await findOnlyPayment(app, webinar._id)).status).toBe('refunded');
  });

  it('twice in a row announces only the last time, and the same time announces nothing', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: inHours(72), price: 0 });
    await take(guest, webinar._id);
    const startsAt = inHours(90);
    await move(host, webinar._id, { startsAt: inHours(80) });
    await move(host, webinar._id, { startsAt });
    await sendDueNotices(app.services);
    const movedCount = (await listKinds(app, guest)).filter((kind) => kind === 'webinarMoved').length;
    expect(movedCount).toBeGreaterThanOrEqual(1);
    expect(await move(host, webinar._id, { startsAt })).toMatchObject({ message: webinarChangeMessages.same.message });
    await sendDueNotices(app.services);
    expect((await listKinds(app, guest)).filter((kind) => kind === 'webinarMoved')).toHaveLength(movedCount);
  });

  it('is possible ten times a day, in its form, too, because each time everyone gets a mail', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: inHours(72), price: 0 });
    const moveTo = (hours: number) => move(host, webinar._id, { startsAt: inHours(hours) });
    await moveTo(79);
    // Nobody had a seat, so nobody was notified.
    await take(guest, webinar._id);
    for (let hours = 80; hours < 80 + MOVES_A_DAY; hours++) expect(await moveTo(hours)).toMatchObject({ ok: true });
    expect(await moveTo(100)).toMatchObject({ status: 429 });
    const body = { _id: webinar._id, startsAt: inHours(100) };
    expect(await app.call(updatePost, { token: host.token, body })).toMatchObject({ status: 429 });
    const earlier = sql`UPDATE webinar_notices SET created_at = created_at - interval '24 hours'
      WHERE post_id = ${webinar._id}::uuid`;
    await earlier.execute(app.services.db);
    expect(await moveTo(100)).toMatchObject({ ok: true });
  });

  it('does the same in the form of its post', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: inHours(72), price: 0 });
    await take(guest, webinar._id);
    const body = { _id: webinar._id, startsAt: inHours(75) };
    expect(await app.call(updatePost, { token: host.token, body })).toMatchObject({ ok: true });
    expect((await mailWith(guest, 'New time: Pricing, honestly')).method).toBe('request');
    await cancel(host, webinar._id);
    expect(await app.call(updatePost, { token: host.token, body: { ...body, startsAt: inHours(99) } })).toMatchObject({
      status: 422,
      errors: [{ field: 'startsAt', message: webinarChangeMessages.isCancelled.message }],
    });
    expect(await move(host, webinar._id, body)).toMatchObject({ status: 409 });
  });

  it('to an earlier time shortens offers that nobody is paying for yet', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: inHours(200), price: 0, capacity: 1 });
    await take(guest, webinar._id);
    await app.call(joinWaiting, { token: other.token, params: { id: webinar._id } });
    await app.call(leaveSeat, { token: guest.token, params: { id: webinar._id } });
    await offerFreeSeats(app.services);
    const hoursKept = async () => {
      const until = (await seen(other, webinar)).webinar?.mySeat?.heldUntil;
      return Math.round((new Date(until ?? 0).getTime() - Date.now()) / HOUR_MS);
    };
    expect(await hoursKept()).toBe(24);
    await move(host, webinar._id, { startsAt: inHours(8) });
    expect(await hoursKept()).toBe(2);
    await move(host, webinar._id, { startsAt: inHours(100) });
    expect(await hoursKept()).toBe(2);
  });

  it('gives members who pay for the new time no right to a refund', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: inHours(72), refundPolicy: 'none' });
    for (const member of [guest, other]) await take(member, webinar._id);
    await buy(guest, webinar._id);
    await move(host, webinar._id, { startsAt: inHours(80) });
    await buy(other, webinar._id);
    expect(await seen(guest, webinar)).toMatchObject({ webinar: { mySeat: { state: 'paid', moved: true } } });
    expect(await seen(other, webinar)).toMatchObject({ webinar: { mySeat: { state: 'paid', moved: false } } });
  });

  it('is rejected for a past time, an end before the start, no change, and other members', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: inHours(72) });
    const refused = async (body: object, field: string, message: { message: string }) =>
      expect(await move(host, webinar._id, body)).toMatchObject({
        status: 422,
        errors: [{ field, message: message.message }],
      });
    await refused({ startsAt: inHours(-1) }, 'startsAt', webinarChangeMessages.past);
    await refused({ startsAt: inHours(9), endsAt: inHours(8) }, 'endsAt', webinarMessages.endsFirst);
    await refused({ startsAt: 'soon' }, 'startsAt', postMessages.notTime);
    await refused({}, 'startsAt', webinarChangeMessages.nothing);
    expect(await move(guest, webinar._id, { startsAt: inHours(9) })).toMatchObject({ status: 403 });
    expect(await move(null, webinar._id, { startsAt: inHours(9) })).toMatchObject({ status: 401 });
  });

  it('changes only the end after the start', async () => {
    const webinar = await buildWebinar(app, host, { startsAt: inHours(72) });
    await begin(webinar._id);
    const endsAt = inHours(1);
    expect(await move(host, webinar._id, { endsAt })).toMatchObject({ body: { endsAt } });
    expect(await move(host, webinar._id, { startsAt: inHours(5) })).toMatchObject({
      status: 422,
      errors: [{ field: 'startsAt', message: webinarChangeMessages.startFixed.message }],
    });
    const later = inHours(2);
    const { startsAt } = await seen(host, webinar);
    for (const body of [{ endsAt: later }, { endsAt: inHours(3), startsAt: startsAt?.replace('Z', '+00:00') }])
      expect(await app.call(updatePost, { token: host.token, body: { _id: webinar._id, ...body } })).toMatchObject({
        body: { webinar: { endsAt: body.endsAt } },
      });
  });
});

it('Open pages of members with a seat learn that a webinar was rescheduled or cancelled', async () => {
  const webinar = await buildWebinar(app, host, { startsAt: inHours(72), price: 0 });
  await take(guest, webinar._id);
  const received = await openTabFor('seats', await listen(app), guest);
  await move(host, webinar._id, { startsAt: inHours(96) });
  await sendDueNotices(app.services);
  await expect.poll(() => received).toEqual([{ post_id: webinar._id }]);
  await cancel(host, webinar._id);
  await sendDueNotices(app.services);
  await expect.poll(() => received).toHaveLength(2);
});
