import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { type Post } from '@afterhours/contract/posts/posts';
import { cancelWebinar, setSchedule } from '@afterhours/contract/webinars/changes';
import { leaveSeat, takeSeat } from '@afterhours/contract/webinars/webinars';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NoticeKind } from '#db/schema/tables/webinars.ts';
import { newId } from '#db/statements/id.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inMinutes } from '#testing/times.ts';
import { selectMailedNotice } from './queries.ts';
import { remindDue } from './reminders.ts';
import { sendDueNotices } from './send-due.ts';

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

const take = (member: TestMember, id: string) => app.call(takeSeat, { token: member.token, params: { id } });
const build = (fields: object = {}) => buildWebinar(app, host, { price: 0, startsAt: inMinutes(300), ...fields });
const takenEarlier = (id: string) =>
  sql`UPDATE seats SET created_at = created_at - interval '2 days' WHERE post_id = ${id}::uuid`.execute(
    app.services.db,
  );
const paidEarlier = (id: string) =>
  sql`UPDATE payments SET settled_at = settled_at - interval '2 days' WHERE post_id = ${id}::uuid`.execute(
    app.services.db,
  );
/** As if time had passed: the seats were taken days before. */
async function startIn(id: string, minutes: number) {
  await takenEarlier(id);
  await paidEarlier(id);
  await sql`UPDATE posts SET starts_at = now() + make_interval(mins => ${minutes}) WHERE id = ${id}::uuid`.execute(
    app.services.db,
  );
}
const hide = (id: string, hiddenBy: string | null) =>
  app.services.db.updateTable('posts').set({ hidden_by: hiddenBy }).where('id', '=', id).execute();
const notificationsOf = async ({ token }: TestMember) => {
  const response = await app.call(listNotifications, { token, query: {} });
  return response.ok ? response.body.notifications : [];
};
const remind = async () => {
  await Promise.all([remindDue(app.services), remindDue(app.services)]);
  await Promise.all([sendDueNotices(app.services), sendDueNotices(app.services)]);
};
const noticesOf = async (id: string, kind: NoticeKind) => {
  const notices = app.services.db.selectFrom('webinar_notices').selectAll().where('post_id', '=', id);
  return notices.where('kind', '=', kind).orderBy('created_at').execute();
};

describe('Reminders', () => {
  it('come once a day before and once an hour before, with the join page', async () => {
    const webinar = await build({ startsAt: inMinutes(30 * 60) });
    await take(guest, webinar._id);
    await startIn(webinar._id, 23 * 60);
    await remind();
    await remind();
    const page = `/w/${webinar._id}/join`;
    expect((await notificationsOf(guest)).map(({ kind, content, link }) => ({ kind, content, link }))).toEqual([
      { kind: 'webinarTomorrow', content: 'A webinar that you have a seat in starts within a day', link: page },
    ]);
    // A mail about a start that has changed by then is not sent.
    await expect.poll(() => app.mail.sentTo(guest, /^Starts soon/).length).toBe(1);
    await startIn(webinar._id, 50);
    await remind();
    await remind();
    expect((await notificationsOf(guest)).map(({ kind }) => kind)).toEqual(['webinarSoon', 'webinarTomorrow']);
    await expect.poll(() => app.mail.sentTo(guest, /^Starts within the hour/).length).toBe(1);
    expect(app.mail.sentTo(guest, /^Starts soon/)).toHaveLength(1);
    expect(app.mail.sentTo(guest, /^Starts within the hour/)[0]?.text).toContain(page);
  });

  it('come again for a new start, and not without a seat or for a cancelled webinar', async () => {
    const webinar = await build({ startsAt: inMinutes(30 * 60) });
    await take(guest, webinar._id);
    await startIn(webinar._id, 20 * 60);
    await remind();
    const startsAt = inMinutes(22 * 60);
    await app.call(setSchedule, { token: host.token, params: { id: webinar._id }, body: { startsAt } });
    await remind();
    const kinds = (await notificationsOf(guest)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'webinarTomorrow')).toHaveLength(2);
    expect(await notificationsOf(other)).toEqual([]);
    const cancelled = await build({ startsAt: inMinutes(20 * 60) });
    await take(other, cancelled._id);
    await takenEarlier(cancelled._id);
    await app.call(cancelWebinar, { token: host.token, params: { id: cancelled._id }, body: {} });
    await remind();
    expect(await notificationsOf(other)).toMatchObject([
      { kind: 'webinarCancelled', link: `/w/${cancelled._id}/join` },
    ]);
  });
});

describe('A reminder that was due before the seat was taken', () => {
  it('is left out, but the next one comes', async () => {
    const webinar = await build();
    await take(guest, webinar._id);
    await remind();
    expect(await notificationsOf(guest)).toEqual([]);
    await startIn(webinar._id, 50);
    await remind();
    expect((await notificationsOf(guest)).map(({ kind }) => kind)).toEqual(['webinarSoon']);
  });

  it('is left out if the seat was held earlier, and then paid', async () => {
    const { _id: id } = await build({ price: 1_000 });
    await take(guest, id);
    await pay(app, guest, id, await buildSandboxToken(app, guest));
    await takenEarlier(id);
    await remind();
    expect(await noticesOf(id, 'day')).toEqual([]);
  });

  it('is sent if the webinar has moved since', async () => {
    const webinar = await build();
    await take(guest, webinar._id);
    const body = { startsAt: inMinutes(400) };
    await app.call(setSchedule, { token: host.token, params: { id: webinar._id }, body });
    await remind();
    expect(await noticesOf(webinar._id, 'day')).toHaveLength(1);
  });
});

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
