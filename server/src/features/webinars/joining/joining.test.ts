import { reportPost, setBlock } from '@afterhours/contract/moderation/moderation';
import { getPost, type Post } from '@afterhours/contract/posts/posts';
import { createCalendarFeed } from '@afterhours/contract/webinars/calendar-feed';
import { cancelWebinar, setRecording, setSchedule } from '@afterhours/contract/webinars/changes';
import { getJoinPage } from '@afterhours/contract/webinars/joining';
import { joinWaiting } from '@afterhours/contract/webinars/waiting';
import { leaveSeat, takeSeat } from '@afterhours/contract/webinars/webinars';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inMinutes } from '#testing/times.ts';
import { remindDue } from '../notices/reminders.ts';
import { sendDueNotices } from '../notices/send-due.ts';

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

const open = (member: TestMember | null, id: string) =>
  app.call(getJoinPage, { token: member?.token ?? null, params: { id } });
const take = (member: TestMember, id: string) => app.call(takeSeat, { token: member.token, params: { id } });
const build = (fields: object = {}) => buildWebinar(app, host, { price: 0, startsAt: inMinutes(300), ...fields });
const startIn = (id: string, minutes: number) =>
  sql`UPDATE posts SET starts_at = now() + make_interval(mins => ${minutes}) WHERE id = ${id}::uuid`.execute(
    app.services.db,
  );
const seatOf = (id: string, member: TestMember) =>
  app.services.db
    .selectFrom('seats')
    .selectAll()
    .where('post_id', '=', id)
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow();
const record = (member: TestMember, id: string, link: string | null) =>
  app.call(setRecording, { token: member.token, params: { id }, body: { link } });

describe('The join page', () => {
  it("opens 15 minutes before the start, and records each member's first and last visit", async () => {
    const webinar = await build();
    await take(guest, webinar._id);
    expect(await open(guest, webinar._id)).toMatchObject({ body: { state: 'upcoming', link: null, isHost: false } });
    expect(await seatOf(webinar._id, guest)).toMatchObject({ first_opened_at: null });
    await startIn(webinar._id, 14);
    expect(await open(guest, webinar._id)).toMatchObject({ body: { state: 'upcoming', link: WEBINAR_LINK } });
    const first = await seatOf(webinar._id, guest);
    await startIn(webinar._id, -5);
    expect(await open(guest, webinar._id)).toMatchObject({ body: { state: 'begun', link: WEBINAR_LINK } });
    const last = await seatOf(webinar._id, guest);
    expect(last.first_opened_at).toEqual(first.first_opened_at);
    expect(last.last_opened_at?.getTime()).toBeGreaterThan(first.last_opened_at?.getTime() ?? 0);
    expect(await open(host, webinar._id)).toMatchObject({ body: { isHost: true, link: WEBINAR_LINK } });
  });

  it('is only for members who have a seat', async () => {
    const webinar = await build({ price: 1_000 });
    await startIn(webinar._id, 10);
    await take(guest, webinar._id);
    expect(await open(null, webinar._id)).toMatchObject({ status: 401 });
    for (const member of [guest, other]) expect(await open(member, webinar._id)).toMatchObject({ status: 403 });
    await pay(app, guest, webinar._id, await buildSandboxToken(app, guest));
    expect(await open(guest, webinar._id)).toMatchObject({ body: { link: WEBINAR_LINK } });
    await sql`UPDATE payments SET refund_requested_at = now() WHERE post_id = ${webinar._id}::uuid`.execute(
      app.services.db,
    );
    expect(await open(guest, webinar._id)).toMatchObject({ status: 403 });
  });

  it('stays available, with the calendar file, to seat holders who have reported the webinar', async () => {
    const webinar = await build();
    await startIn(webinar._id, 10);
    for (const member of [guest, other]) await take(member, webinar._id);
    const readFile = ({ token }: TestMember) =>
      app.http.inject({ url: `/api/post/${webinar._id}/calendar.ics`, headers: { authorization: `Bearer ${token}` } });
    for (const { token } of [guest, other]) await app.call(reportPost, { token, body: { post_id: webinar._id } });
    const params = { id: webinar._id };
    expect(await app.call(getPost, { token: guest.token, params })).toMatchObject({ status: 404 });
    expect(await open(guest, webinar._id)).toMatchObject({ body: { link: WEBINAR_LINK, isHost: false } });
    expect((await readFile(guest)).statusCode).toBe(200);
    await hide(webinar._id, newId());
    expect([(await open(guest, webinar._id)).status, (await readFile(guest)).statusCode]).toEqual([404, 404]);
    await hide(webinar._id, null);
    await app.call(leaveSeat, { token: other.token, params });
    await app.call(setBlock, { token: host.token, body: { userId: guest.id } });
    for (const member of [guest, other]) {
      expect(await open(member, webinar._id)).toMatchObject({ status: 404 });
      expect((await readFile(member)).statusCode).toBe(404);
    }
  });

  it('has the recording after the end, and says if a webinar was cancelled', async () => {
    const webinar = await build({ endsAt: inMinutes(360) });
    await take(guest, webinar._id);
    expect(await record(guest, webinar._id, RECORDING)).toMatchObject({ status: 403 });
    expect(await record(host, webinar._id, 'javascript:alert(1)')).toMatchObject({ status: 422 });
    expect(await record(host, webinar._id, RECORDING)).toMatchObject({ body: { recording: RECORDING } });
    expect(await open(guest, webinar._id)).toMatchObject({ body: { recording: null } });
    await sql`UPDATE posts SET starts_at = now() - interval '2 hours' WHERE id = ${webinar._id}::uuid`.execute(
      app.services.db,
    );
    await sql`UPDATE webinars SET ends_at = now() - interval '1 hour' WHERE post_id = ${webinar._id}::uuid`.execute(
      app.services.db,
    );
    expect(await open(guest, webinar._id)).toMatchObject({ body: { state: 'over', link: null, recording: RECORDING } });
    expect(await record(host, webinar._id, null)).toMatchObject({ body: { recording: null } });
    const cancelled = await build();
    await take(guest, cancelled._id);
    await app.call(cancelWebinar, { token: host.token, params: { id: cancelled._id }, body: { words: 'Sorry.' } });
    expect(await open(guest, cancelled._id)).toMatchObject({
      body: { state: 'cancelled', link: null, cancelWords: 'Sorry.' },
    });
  });
});

const remind = async () => {
  await Promise.all([remindDue(app.services), remindDue(app.services)]);
  await Promise.all([sendDueNotices(app.services), sendDueNotices(app.services)]);
};

const hide = (id: string, hiddenBy: string | null) =>
  app.services.db.updateTable('posts').set({ hidden_by: hiddenBy }).where('id', '=', id).execute();

it('Nobody without a seat gets the link in calls, pages, feeds, notifications, mails or calendars', async () => {
  const webinar: Post = await build({ capacity: 1, startsAt: inMinutes(50) });
  await take(guest, webinar._id);
  await app.call(joinWaiting, { token: other.token, params: { id: webinar._id } });
  await app.call(setSchedule, {
    token: host.token,
    params: { id: webinar._id },
    body: { startsAt: inMinutes(55), endsAt: inMinutes(90) },
  });
  await remind();
  await app.call(cancelWebinar, { token: host.token, params: { id: webinar._id }, body: {} });
  await remind();
  const feed = await app.call(createCalendarFeed, { token: other.token });
  const feedPath = feed.ok ? new URL(feed.body.url).pathname : '';
  const paths = ['join', 'manage', 'seats', 'waiting'].map((page) => `/api/webinars/${webinar._id}/${page}`);
  for (const url of [
    ...paths,
    feedPath,
    `/api/post/${webinar._id}`,
    `/api/post/${webinar._id}/calendar.ics`,
    '/api/post/getAllPost?sort=latest',
    '/api/me/seats',
    '/api/notification/',
    `/p/${webinar._id}`,
    `/w/${webinar._id}/join`,
    '/webinars',
    `/@${host.user.username}/feed.xml`,
  ])
    for (const token of [other.token, null]) {
      const { body } = await app.http.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} });
      expect(body, url).not.toContain(WEBINAR_LINK);
    }
  const { rows } = await sql<{ text: string }>`SELECT n::text AS text FROM notifications n`.execute(app.services.db);
  expect(rows.filter(({ text }) => text.includes(WEBINAR_LINK))).toEqual([]);
  await expect.poll(() => app.mail.sentTo(guest, /^Cancelled/).length).toBe(1);
  expect(app.mail.sent.filter((mail) => JSON.stringify(mail).includes(WEBINAR_LINK))).toEqual([]);
  expect(await app.call(getPost, { token: guest.token, params: { id: webinar._id } })).toMatchObject({
    body: { link: null },
  });
});
