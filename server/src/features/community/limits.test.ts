/** Daily limits and storage limits of members, and who may publish webinars, as the owners set it. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import {
  type CommunitySettings,
  defaultSettings,
  getCommunitySettings,
  setCommunitySettings,
} from '@afterhours/contract/community/community';
import { getOwnSelling } from '@afterhours/contract/community/community-limits';
import { createMessage } from '@afterhours/contract/messages/messages';
import { listAudit } from '@afterhours/contract/moderation/staff-audit';
import { getStaffPerson, setSeller } from '@afterhours/contract/moderation/staff-people';
import { addEditComment, replyOnComment } from '@afterhours/contract/posts/comments';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { readDescription } from '#testing/calls/description.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost, publishPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { startSecondServer } from '#testing/second-server.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { writeDay } from '#texts/times.ts';

let app: TestApp;
let owner: TestMember;
let moderator: TestMember;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ MEMBER_STORAGE_MB: '10' });
  owner = await buildStaff(app, 'owner');
  moderator = await buildStaff(app, 'moderator');
});
beforeEach(async () => {
  await save({});
  ana = await buildMember(app);
});
afterAll(() => app.close());

const load = async () => {
  return (await succeed(app.call(getCommunitySettings, { token: owner.token }))).body;
};
async function put(settings: Partial<CommunitySettings>) {
  const body = { ...defaultSettings, ...settings, version: (await load()).version };
  return app.call(setCommunitySettings, { token: owner.token, body });
}
async function save(settings: Partial<CommunitySettings>): Promise<void> {
  await succeed(put(settings));
}
const publish = (by = ana, more: object = {}) =>
  app.call(publishPost, {
    token: by.token,
    body: { postType: 'general', description: 'A lamp of clay.', ...more },
  });
const webinar = { postType: 'webinar', title: 'Glazes', link: 'https://meet.example.com/room' };

describe('A daily limit', () => {
  it('for posts refuses the next one, states the limit and its end, and counts concurrent posts exactly', async () => {
    await save({ postsPerDay: 2 });
    const responses = await Promise.all(Array.from({ length: 5 }, () => publish()));
    expect(responses.filter(({ ok }) => ok)).toHaveLength(2);
    const refused = responses.find(({ ok }) => !ok);
    expect(refused).toMatchObject({
      status: 429,
      reason: 'daily',
      message: expect.stringContaining('the limit of 2 posts a day'),
    });
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    expect(await publish(await buildMember(app))).toMatchObject({ ok: true });
    const { rows } = await sql`UPDATE daily_use SET day = day - 1 RETURNING 1`.execute(app.services.db);
    expect(rows).not.toHaveLength(0);
    expect(await publish()).toMatchObject({ ok: true });
    await save({});
    expect(await publish()).toMatchObject({ ok: true });
    expect(await publish()).toMatchObject({ ok: true });
  });

  it('for posts does not count a retry of a call whose process died before it could respond', async () => {
    await save({ postsPerDay: 1 });
    const send = () =>
      app.call(publishPost, {
        token: ana.token,
        headers: { 'idempotency-key': 'died' },
        body: { postType: 'general', description: 'A lamp of clay.' },
      });
    const first = await send();
    await app.services.db
      .updateTable('idempotency_keys')
      .set({ answer: null, created_at: new Date(Date.now() - 61_000) })
      .where('user_id', '=', ana.id)
      .execute();
    const again = await send();
    expect(again).toMatchObject({ ok: true });
    expect(again.ok && again.body._id).toBe(first.ok && first.body._id);
  });

  it('does not count rejected calls, or repeated calls with the same key', async () => {
    await save({ postsPerDay: 1 });
    expect(await publish(ana, { description: '' })).toMatchObject({ status: 422 });
    const filenames = ['0000-nobodys.jpg'];
    expect(await publish(ana, { filenames })).toMatchObject({ ok: false });
    const again = () =>
      app.call(publishPost, {
        token: ana.token,
        headers: { 'idempotency-key': 'once' },
        body: { postType: 'general', description: 'A bowl.' },
      });
    const [first, second] = [await again(), await again()];
    expect(first).toMatchObject({ ok: true });
    expect(second.ok && first.ok && second.body._id === first.body._id).toBe(true);
    expect(await publish()).toMatchObject({ status: 429 });
  });

  it('for comments counts replies as well, but no edits', async () => {
    const post = await buildPost(app, await buildMember(app));
    await save({ commentsPerDay: 2 });
    const write = (more: object = {}) =>
      app.call(addEditComment, { token: ana.token, body: { post_id: post._id, comment: 'Fine', ...more } });
    const written = await write();
    const commentId = written.ok ? written.body._id : '';
    const reply = () =>
      app.call(replyOnComment, {
        token: ana.token,
        body: { post_id: post._id, parent_id: commentId, comment: 'Indeed' },
      });
    expect(await reply()).toMatchObject({ ok: true });
    expect(await reply()).toMatchObject({ status: 429, reason: 'daily' });
    expect(await write()).toMatchObject({
      status: 429,
      message: expect.stringContaining('the limit of 2 comments a day'),
    });
    expect(await write({ comment_id: commentId, comment: 'Very fine' })).toMatchObject({ ok: true });
  });

  it('for messages allows resending a message that has already been counted', async () => {
    const ben = await buildMember(app);
    await save({ messagesPerDay: 1 });
    const send = () =>
      app.call(createMessage, { token: ana.token, body: { receiver_id: ben.id, content: 'Good evening' } });
    // The response was lost, so the client resends the message.
    const body = { receiver_id: ben.id, content: 'Good evening', client_id: newId() };
    for (let tries = 0; tries < 3; tries++)
      expect(await app.call(createMessage, { token: ana.token, body })).toMatchObject({ ok: true });
    expect(await send()).toMatchObject({
      status: 429,
      message: expect.stringContaining('the limit of one message a day'),
    });
    expect(await app.call(createMessage, { token: ana.token, body })).toMatchObject({ ok: true });
  });

  it('is enforced by every server', async () => {
    const secondServer = await startSecondServer(app);
    const publishThere = async (description: string) =>
      (
        await fetch(`${secondServer.origin}/api/post/create`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ postType: 'general', description }),
        })
      ).status;
    await save({ postsPerDay: 1 });
    await expect.poll(() => secondServer.services.community.settings().postsPerDay).toBe(1);
    expect(await publishThere('One')).toBe(200);
    expect(await publishThere('Two')).toBe(429);
    expect(await publish()).toMatchObject({ status: 429 });
    await secondServer.stop();
  });
});

describe('The limits for files', () => {
  const upload = async () => {
    const bytes = await buildJpeg(400, 300);
    const form = buildForm({}, [{ field: 'file', name: 'lamp.jpg', bytes }]);
    return app.call(uploadPostFiles, { token: ana.token, form });
  };
  const hold = (bytes: number) =>
    app.services.db
      .insertInto('member_storage')
      .values({ user_id: ana.id, bytes, day: new Date(), day_bytes: bytes })
      .execute();

  it('are set by the owners, for a day and in total', async () => {
    await hold(1024 * 1024);
    expect(await upload()).toMatchObject({ ok: true });
    await save({ uploadMbPerDay: 1 });
    expect(await upload()).toMatchObject({
      status: 413,
      message: expect.stringContaining('daily upload limit of 1 MB'),
    });
    await save({ storageMb: 1 });
    expect(await upload()).toMatchObject({
      status: 413,
      message: expect.stringContaining('all of your 1 MB of storage'),
    });
  });

  it("are bounded by the server's own limit, even if that has been lowered since", async () => {
    expect(await load()).toMatchObject({ storageMb: null, mostStorageMb: 10 });
    expect(await put({ storageMb: 11 })).toMatchObject({
      status: 422,
      errors: [{ field: 'storageMb', code: 'community.limits.storageBound' }],
    });
    await hold(10 * 1024 * 1024);
    const settings = JSON.stringify({ ...defaultSettings, storageMb: 500 });
    await app.services.db
      .updateTable('community_settings')
      .set((row) => ({ settings, version: row('version', '+', 1) }))
      .execute();
    await app.services.community.reload();
    expect(await upload()).toMatchObject({
      status: 413,
      message: expect.stringContaining('all of your 10 MB of storage'),
    });
  });

  it('must be valid numbers, as must the other limits, or are rejected by field', async () => {
    for (const field of ['postsPerDay', 'commentsPerDay', 'messagesPerDay', 'uploadMbPerDay', 'storageMb'] as const)
      for (const value of [0, -1, 1.5, 1e9, '3', true])
        expect(await put({ [field]: value })).toMatchObject({ status: 422, errors: [{ field }] });
    expect(await put({ sellerDays: 0 })).toMatchObject({ status: 422, errors: [{ field: 'sellerDays' }] });
    expect(await put({ sellers: 'me' as never })).toMatchObject({ status: 422, errors: [{ field: 'sellers' }] });
    expect(await put({ language: 'xx' as never })).toMatchObject({ status: 422, errors: [{ field: 'language' }] });
  });
});

describe('Webinars', () => {
  const selling = async (by = ana) => {
    return (await succeed(app.call(getOwnSelling, { token: by.token }))).body;
  };
  const approve = (seller: boolean, by = moderator, id = ana.id) =>
    app.call(setSeller, { token: by.token, params: { id }, body: { seller } });

  it('can be published by everyone unless the owners restrict it', async () => {
    expect(await selling()).toEqual({ may: true, refusal: null });
    expect(await publish(ana, webinar)).toMatchObject({ ok: true });
  });

  it('can be restricted to staff and to members of some days, and others are told their date', async () => {
    await save({ sellers: 'established', sellerDays: 7 });
    const refused = await publish(ana, webinar);
    const date = writeDay(new Date(Date.now() + 8 * DAY_MS - 1), null);
    expect(refused).toMatchObject({ status: 403, reason: 'seller', message: expect.stringContaining(`${date} on`) });
    expect(await selling()).toEqual({ may: false, refusal: refused.message });
    expect(await publish(ana)).toMatchObject({ ok: true });
    expect(await publish(moderator, webinar)).toMatchObject({ ok: true });
    const { db, sessions } = app.services;
    await sql`UPDATE users SET created_at = now() - interval '8 days' WHERE id = ${ana.id}::uuid`.execute(db);
    const { rows } = await sql<{ id: string }>`SELECT id FROM sessions WHERE user_id = ${ana.id}::uuid`.execute(db);
    for (const { id } of rows) sessions.drop(id);
    expect(await publish(ana, webinar)).toMatchObject({ ok: true });
  });

  it('can be restricted to members whom the staff approve, at once, until the approval is withdrawn', async () => {
    await save({ sellers: 'approved' });
    expect(await publish(ana, webinar)).toMatchObject({ status: 403, reason: 'seller' });
    expect(await approve(true, ana)).toMatchObject({ status: 403, reason: 'staff' });
    expect(await approve(true, moderator, moderator.id)).toMatchObject({ status: 403, reason: 'own' });
    expect(await approve(true)).toMatchObject({ ok: true, body: { seller: true } });
    expect(await approve(true)).toMatchObject({ ok: true });
    const detail = await app.call(getStaffPerson, { token: moderator.token, params: { id: ana.id } });
    expect(detail).toMatchObject({ body: { seller: true } });
    await expect.poll(async () => (await selling()).may).toBe(true);
    expect(await publish(ana, webinar)).toMatchObject({ ok: true });
    expect(await approve(false)).toMatchObject({ ok: true, body: { seller: false } });
    await expect.poll(async () => (await publish(ana, webinar)).status).toBe(403);
    const log = await app.call(listAudit, { token: owner.token, query: { member: ana.id } });
    expect(log.ok && log.body.map(({ action }) => action)).toEqual(['seller-ended', 'seller-approved']);
  });
});

it('The API description states which calls owners can limit', async () => {
  const { paths } = await readDescription<{
    paths: Record<string, Record<string, { 'x-daily'?: string; 'x-sells'?: object; description: string }>>;
  }>(app);
  expect(paths['/api/post/create']?.post).toMatchObject({
    'x-daily': 'posts',
    'x-sells': { postType: ['webinar'] },
    description: expect.stringContaining('`daily`'),
  });
});
