/** Notifications and mails to a webinar's members when it is moved, deleted or recorded, or an offer lapses. */
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { deletePost } from '@afterhours/contract/posts/posts';
import { cancelWebinar, setRecording, setSchedule } from '@afterhours/contract/webinars/changes';
import { joinWaiting, leaveWaiting } from '@afterhours/contract/webinars/waiting';
import { leaveSeat, takeSeat } from '@afterhours/contract/webinars/webinars';
import { sql } from 'kysely';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMember, buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inHours } from '#testing/times.ts';
import { offerFreeSeats } from '../waiting/commands.ts';
import { writeAutomaticNotices } from './automatic.ts';
import { notifyOfDeletions } from './deleted.ts';
import { sendDueNotices } from './send-due.ts';

const RECORDING = 'https://example.com/recorded';
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

const build = (fields: object = {}) => buildWebinar(app, host, { price: 0, startsAt: inHours(100), ...fields });
const take = (member: TestMember, id: string) => app.call(takeSeat, { token: member.token, params: { id } });
const wait = (member: TestMember, id: string) => app.call(joinWaiting, { token: member.token, params: { id } });
const move = (id: string, hours: number) =>
  app.call(setSchedule, { token: host.token, params: { id }, body: { startsAt: inHours(hours) } });
const record = (id: string, link: string | null = RECORDING) =>
  app.call(setRecording, { token: host.token, params: { id }, body: { link } });
const remove = (id: string) => app.call(deletePost, { token: host.token, params: { id } });
const block = (userId: string, by: TestMember) => app.call(setBlock, { token: by.token, body: { userId } });
const end = (id: string) =>
  sql`UPDATE posts SET starts_at = now() - interval '2 days' WHERE id = ${id}::uuid`.execute(app.services.db);
const endOffers = (id: string) =>
  sql`UPDATE seats SET held_until = now() WHERE post_id = ${id}::uuid AND state = 'held'`.execute(app.services.db);

async function sendAll(): Promise<void> {
  await writeAutomaticNotices(app.services);
  await sendDueNotices(app.services);
  await notifyOfDeletions(app.services);
}
async function notificationsOf({ token }: TestMember) {
  const response = await app.call(listNotifications, { token, query: {} });
  return response.ok ? response.body.notifications.map(({ kind, link }) => [kind, link]) : [];
}
/** Returns a member's mails, once all pending mails are sent. */
async function mailsTo(member: TestMember) {
  const waiting = () =>
    sql<{ n: number }>`SELECT count(*)::integer AS n FROM jobs.job
      WHERE name IN ('webinars.mail', 'webinars.deletion-mail') AND state < 'completed'`.execute(app.services.db);
  await expect.poll(async () => (await waiting()).rows[0]?.n).toBe(0);
  return app.mail.sentTo(member);
}
const subjectsTo = async (member: TestMember) => (await mailsTo(member)).map(({ subject }) => subject);

describe('A new time', () => {
  it('is announced to members who have a seat and can see the host at that moment', async () => {
    const webinar = await build();
    const left = await buildMember(app);
    for (const member of [guest, other, left]) await take(member, webinar._id);
    await move(webinar._id, 120);
    // A guest's block does not end their seat.
    expect(await block(host.id, other)).toMatchObject({ ok: true });
    await app.call(leaveSeat, { token: left.token, params: { id: webinar._id } });
    await sendAll();
    expect(await notificationsOf(guest)).toEqual([['webinarMoved', `/p/${webinar._id}`]]);
    expect(await subjectsTo(guest)).toEqual(['New time: Pricing, honestly']);
    for (const member of [other, left]) {
      expect(await notificationsOf(member)).toEqual([]);
      expect(await subjectsTo(member)).toEqual([]);
    }
  });

  it('is announced to members on the waiting list, without an entry for their calendars', async () => {
    const webinar = await build({ capacity: 1 });
    const [left, unsubscribed] = await buildMembers(app, 2);
    // A former seat is none.
    await take(left, webinar._id);
    await app.call(leaveSeat, { token: left.token, params: { id: webinar._id } });
    await take(guest, webinar._id);
    for (const member of [left, other, unsubscribed])
      expect(await wait(member, webinar._id)).toMatchObject({ ok: true });
    await app.call(leaveWaiting, { token: other.token, params: { id: webinar._id } });
    await app.services.db
      .insertInto('notification_settings')
      .values({ user_id: unsubscribed.id, stopped: 'unsubscribed' })
      .execute();
    await move(webinar._id, 120);
    await sendAll();
    for (const member of [left, unsubscribed])
      expect(await notificationsOf(member)).toEqual([['webinarMoved', `/p/${webinar._id}`]]);
    expect(await notificationsOf(other)).toEqual([]);
    expect((await mailsTo(guest)).map(({ calendar }) => calendar?.method)).toEqual(['request']);
    const [mail] = await mailsTo(left);
    expect(mail).toMatchObject({ subject: 'New time: Pricing, honestly' });
    expect(mail?.calendar).toBeUndefined();
    expect(await subjectsTo(unsubscribed)).toEqual([]);
  });

  it('is not mailed once the webinar is hidden', async () => {
    const webinar = await build();
    await take(guest, webinar._id);
    await move(webinar._id, 120);
    await sql`UPDATE posts SET hidden_by = gen_random_uuid() WHERE id = ${webinar._id}::uuid`.execute(app.services.db);
    await sendAll();
    expect([await notificationsOf(guest), await subjectsTo(guest)]).toEqual([[], []]);
  });
});

it('The mail about a cancelled webinar contains nothing that its host wrote if it is hidden', async () => {
  const webinar = await build();
  await take(guest, webinar._id);
  // Filters may hold the webinar because of these words.
  const body = { words: 'Meet me at the casino.' };
  expect(await app.call(cancelWebinar, { token: host.token, params: { id: webinar._id }, body })).toMatchObject({
    ok: true,
  });
  await sql`UPDATE posts SET hidden_by = gen_random_uuid() WHERE id = ${webinar._id}::uuid`.execute(app.services.db);
  await sendAll();
  const mails = await mailsTo(guest);
  expect(mails).toMatchObject([{ subject: 'Cancelled: a webinar', calendar: { method: 'cancel' } }]);
  for (const text of ['casino', 'Pricing, honestly']) expect(JSON.stringify(mails)).not.toContain(text);
});

describe('A recording', () => {
  it('is announced once, after the end, to members who had a seat', async () => {
    const webinar = await build({ price: 1_000 });
    await pay(app, guest, webinar._id, await buildSandboxToken(app, guest));
    await take(other, webinar._id);
    await record(webinar._id);
    await sendAll();
    expect(await notificationsOf(guest)).toEqual([]);
    await end(webinar._id);
    await Promise.all([sendAll(), sendAll()]);
    // A mail that is still pending when the recording is removed is not sent.
    await mailsTo(guest);
    await record(webinar._id, null);
    await record(webinar._id, `${RECORDING}/2`);
    await sendAll();
    expect(await notificationsOf(guest)).toEqual([['recordingAdded', `/w/${webinar._id}/join`]]);
    expect(await notificationsOf(other)).toEqual([]);
    const [mail, ...more] = (await mailsTo(guest)).filter(({ subject }) => !subject.startsWith('Your receipt'));
    expect(mail).toMatchObject({ subject: 'The recording is ready: Pricing, honestly' });
    expect(mail?.text).not.toContain(RECORDING);
    expect(mail?.text).toContain(`/w/${webinar._id}/join`);
    expect(more).toEqual([]);
  });

  it('is not mailed to members who want no mails about notifications', async () => {
    const webinar = await build();
    await take(guest, webinar._id);
    await app.services.db
      .insertInto('notification_settings')
      .values({ user_id: guest.id, stopped: 'unsubscribed' })
      .execute();
    await end(webinar._id);
    await record(webinar._id);
    await sendAll();
    expect(await notificationsOf(guest)).toHaveLength(1);
    expect(await subjectsTo(guest)).toEqual([]);
  });
});

describe('An offered seat', () => {
  it('notifies the member who let the offer lapse, once, when it passes to the next', async () => {
    const webinar = await build({ capacity: 1 });
    await take(guest, webinar._id);
    const third = await buildMember(app);
    for (const member of [other, third]) await wait(member, webinar._id);
    await app.call(leaveSeat, { token: guest.token, params: { id: webinar._id } });
    await offerFreeSeats(app.services);
    await sendAll();
    await endOffers(webinar._id);
    await offerFreeSeats(app.services);
    await Promise.all([sendAll(), sendAll()]);
    const place = `/p/${webinar._id}`;
    expect(await notificationsOf(other)).toEqual([
      ['seatLapsed', place],
      ['seatOffered', place],
    ]);
    expect(await notificationsOf(third)).toEqual([['seatOffered', place]]);
    expect(await subjectsTo(other)).toContain('Your seat offer has expired: Pricing, honestly');
    // Members who give up an offer need no notification.
    await app.call(leaveWaiting, { token: third.token, params: { id: webinar._id } });
    await offerFreeSeats(app.services);
    await sendAll();
    expect(await notificationsOf(third)).toEqual([['seatOffered', place]]);
  });
});

describe('A deleted webinar', () => {
  it('is announced once to members with a seat or in line, with the refund and an updated calendar', async () => {
    const webinar = await build({ price: 1_000, capacity: 1 });
    await pay(app, guest, webinar._id, await buildSandboxToken(app, guest));
    expect(await wait(other, webinar._id)).toMatchObject({ ok: true });
    const nobody = await buildMember(app);
    expect(await remove(webinar._id)).toMatchObject({ ok: true });
    await Promise.all([sendAll(), sendAll()]);
    expect(await notificationsOf(guest)).toEqual([['paidWebinarDeleted', '/Settings?tab=payments']]);
    expect(await notificationsOf(other)).toEqual([['webinarDeleted', '/webinars']]);
    expect(await notificationsOf(nobody)).toEqual([]);
    await expect.poll(async () => (await findOnlyPayment(app, webinar._id)).status).toBe('refunded');
    const mail = (await mailsTo(guest)).find(({ subject }) => subject === 'Cancelled: Pricing, honestly');
    expect(mail?.text).toContain('Your payment is being refunded.');
    expect(`${mail?.text}${mail?.calendar?.content}`).not.toContain(WEBINAR_LINK);
    const events = Object.values(nodeIcal.sync.parseICS(mail?.calendar?.content ?? ''));
    expect(events.find((event) => event?.type === 'VEVENT')).toMatchObject({ status: 'CANCELLED', sequence: 1 });
    const others = (await mailsTo(other)).filter(({ subject }) => subject.startsWith('Cancelled'));
    expect(others.map(({ calendar }) => calendar)).toEqual([undefined]);
  });

  it('is announced if its host deletes their account', async () => {
    const webinar = await build();
    await take(guest, webinar._id);
    await sql`DELETE FROM users WHERE id = ${host.id}::uuid`.execute(app.services.db);
    await sendAll();
    expect(await notificationsOf(guest)).toEqual([['webinarDeleted', '/webinars']]);
  });

  it('is not announced if it was already cancelled or is over', async () => {
    const [cancelled, over] = [await build(), await build()];
    for (const { _id } of [cancelled, over]) await take(guest, _id);
    await app.call(cancelWebinar, { token: host.token, params: { id: cancelled._id }, body: {} });
    await end(over._id);
    for (const { _id } of [cancelled, over]) expect(await remove(_id)).toMatchObject({ ok: true });
    await sendAll();
    expect((await notificationsOf(guest)).filter(([kind]) => kind === 'webinarDeleted')).toEqual([]);
  });
});
