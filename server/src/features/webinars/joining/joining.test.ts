import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { reportPost, setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { getPost, type Post } from '@afterhours/contract/posts/posts';
import { createCalendarFeed } from '@afterhours/contract/webinars/calendar-feed';
import { cancelWebinar, setRecording, setSchedule } from '@afterhours/contract/webinars/changes';
import { getJoinPage } from '@afterhours/contract/webinars/joining';
import { joinWaiting } from '@afterhours/contract/webinars/waiting';
import { leaveSeat, takeSeat } from '@afterhours/contract/webinars/webinars';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NoticeKind } from '#db/schema/tables/webinars.ts';
import { newId } from '#db/statements/id.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { selectMailedNotice } from '../notices/queries.ts';
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

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
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

const notificationsOf = async ({ token }: TestMember) => {
  const response = await app.call(listNotifications, { token, query: {} });
  return response.ok ? response.body.notifications : [];
};
const remind = async () => {
  await Promise.all([remindDue(app.services), remindDue(app.services)]);
  await Promise.all([sendDueNotices(app.services), sendDueNotices(app.services)]);
};
const mailsTo = ({ user }: TestMember, subject: RegExp) =>
  app.mail.sent.filter((mail) => mail.to === user.email && subject.test(mail.subject));

describe('Reminders', () => {
  it('come once a day before and once an hour before, with the join page', async () => {
    const webinar = await build({ startsAt: inMinutes(23 * 60) });
    await take(guest, webinar._id);
    await remind();
    await remind();
    const page = `/w/${webinar._id}/join`;
    expect((await notificationsOf(guest)).map(({ kind, content, link }) => ({ kind, content, link }))).toEqual([
      { kind: 'webinarTomorrow', content: 'A webinar that you have a seat in starts within a day', link: page },
    ]);
    // A mail about a start that has changed by then is not sent.
    await expect.poll(() => mailsTo(guest, /^Starts soon/).length).toBe(1);
    await startIn(webinar._id, 50);
    await remind();
    await remind();
    expect((await notificationsOf(guest)).map(({ kind }) => kind)).toEqual(['webinarSoon', 'webinarTomorrow']);
    await expect.poll(() => mailsTo(guest, /^Starts within the hour/).length).toBe(1);
    expect(mailsTo(guest, /^Starts soon/)).toHaveLength(1);
    expect(mailsTo(guest, /^Starts within the hour/)[0]?.text).toContain(page);
  });

  it('come again for a new start, and not without a seat or for a cancelled webinar', async () => {
    const webinar = await build({ startsAt: inMinutes(20 * 60) });
    await take(guest, webinar._id);
    await remind();
    const startsAt = inMinutes(22 * 60);
    await app.call(setSchedule, { token: host.token, params: { id: webinar._id }, body: { startsAt } });
    await remind();
    const kinds = (await notificationsOf(guest)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'webinarTomorrow')).toHaveLength(2);
    expect(await notificationsOf(other)).toEqual([]);
    const cancelled = await build({ startsAt: inMinutes(20 * 60) });
    await take(other, cancelled._id);
    await app.call(cancelWebinar, { token: host.token, params: { id: cancelled._id }, body: {} });
    await remind();
    expect((await notificationsOf(other)).map(({ kind }) => kind)).toEqual(['webinarCancelled']);
  });
});

const noticesOf = async (id: string, kind: NoticeKind) => {
  const notices = app.services.db.selectFrom('webinar_notices').selectAll().where('post_id', '=', id);
  return notices.where('kind', '=', kind).orderBy('created_at').execute();
};
const hide = (id: string, hiddenBy: string | null) =>
  app.services.db.updateTable('posts').set({ hidden_by: hiddenBy }).where('id', '=', id).execute();

describe('A notice that no longer applies', () => {
  it('is not sent if the webinar is hidden, the host blocks the member, or a refund is pending', async () => {
    const [hidden, blocked, refunded] = [await build(), await build({ price: 1_000 }), await build({ price: 1_000 })];
    await take(guest, hidden._id);
    for (const { _id: id } of [blocked, refunded]) await pay(app, guest, id, await buildSandboxToken(app, guest));
    for (const { _id: id } of [hidden, blocked, refunded]) {
      await take(other, id);
      if (id !== hidden._id) await pay(app, other, id, await buildSandboxToken(app, other));
      await startIn(id, 50);
    }
    await hide(hidden._id, newId());
    await app.services.db
      .insertInto('member_blocks')
      .values([
        { user_id: host.id, other_user_id: guest.id, by_user: true },
        { user_id: guest.id, other_user_id: host.id, by_user: false },
      ])
      .execute();
    await app.services.db
      .updateTable('payments')
      .set({ refund_requested_at: new Date() })
      .where('post_id', '=', refunded._id)
      .execute();
    await remind();
    const reminded = async ({ _id: id }: Post) => (await noticesOf(id, 'hour')).map(({ user_id }) => user_id);
    expect([await reminded(hidden), await reminded(blocked), await reminded(refunded)]).toEqual([[], [other.id], []]);
    await hide(hidden._id, null);
    await remind();
    expect(await reminded(hidden)).toEqual([other.id]);
  });

  it('is not mailed if its mail is sent late', async () => {
    const webinar = await build();
    await take(guest, webinar._id);
    await startIn(webinar._id, 50);
    await remind();
    const [reminder] = await noticesOf(webinar._id, 'hour');
    const isMailed = async (id = '') => (await selectMailedNotice(app.services.db, id)) !== undefined;
    expect(await isMailed(reminder?.id)).toBe(true);
    await hide(webinar._id, newId());
    expect(await isMailed(reminder?.id)).toBe(false);
    await hide(webinar._id, null);
    expect(await isMailed(reminder?.id)).toBe(true);
    for (const minutes of [600, 700]) {
      const body = { startsAt: inMinutes(minutes) };
      await app.call(setSchedule, { token: host.token, params: { id: webinar._id }, body });
    }
    expect(await isMailed(reminder?.id)).toBe(false);
    const [first, last] = await noticesOf(webinar._id, 'moved');
    expect([await isMailed(first?.id), await isMailed(last?.id)]).toEqual([false, true]);
    await app.call(cancelWebinar, { token: host.token, params: { id: webinar._id }, body: {} });
    expect(await isMailed(last?.id)).toBe(false);
  });

  it('is not mailed to members who have given the seat back, or after the start', async () => {
    const webinar = await build();
    for (const member of [guest, other]) await take(member, webinar._id);
    await startIn(webinar._id, 50);
    await remind();
    await app.call(leaveSeat, { token: guest.token, params: { id: webinar._id } });
    const mailed = async () => {
      const notices = await noticesOf(webinar._id, 'hour');
      const found = await Promise.all(notices.map(({ id }) => selectMailedNotice(app.services.db, id)));
      return found.flatMap((notice) => notice?.user_id ?? []);
    };
    expect(await mailed()).toEqual([other.id]);
    const started = sql`now() - interval '1 minute'`;
    await sql`UPDATE posts SET starts_at = ${started} WHERE id = ${webinar._id}::uuid`.execute(app.services.db);
    await sql`UPDATE webinar_notices SET key = (SELECT extract(epoch FROM starts_at)::bigint::text FROM posts
      WHERE posts.id = webinar_notices.post_id) WHERE post_id = ${webinar._id}::uuid AND kind = 'hour'`.execute(
      app.services.db,
    );
    expect(await mailed()).toEqual([]);
  });
});

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
  await expect.poll(() => mailsTo(guest, /^Cancelled/).length).toBe(1);
  expect(app.mail.sent.filter((mail) => JSON.stringify(mail).includes(WEBINAR_LINK))).toEqual([]);
  expect(await app.call(getPost, { token: guest.token, params: { id: webinar._id } })).toMatchObject({
    body: { link: null },
  });
});
