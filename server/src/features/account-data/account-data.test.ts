import { Readable } from 'node:stream';
import { getProfile, login } from '@afterhours/contract/account/account';
import { deleteAccount, EXPORT_PATH } from '@afterhours/contract/account/account-data';
import { RECENT_MINUTES } from '@afterhours/contract/account/recent-proof';
import type { RouteDefinition } from '@afterhours/contract/base/route';
import {
  getConversation,
  listConversations,
  listMessages,
  listSharedFiles,
} from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { answerInvitation, sendInvitation } from '@afterhours/contract/people/connections';
import { setFollow } from '@afterhours/contract/people/follow';
import { createBookmark } from '@afterhours/contract/posts/bookmarks';
import { likePost } from '@afterhours/contract/posts/likes';
import { updatePost } from '@afterhours/contract/posts/posts';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { createGoal, createSkill, setBio } from '@afterhours/contract/profile/profile';
import { setLinks } from '@afterhours/contract/profile/showcase';
import { serverEvents } from '@afterhours/contract/realtime';
import { searchPeople } from '@afterhours/contract/search';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildPdf } from '#testing/files/documents.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildTrio, PASSWORD, removePassword, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost, publishPost } from '#testing/rows/posts.ts';
import { scheduleFor } from '#testing/rows/scheduled.ts';
import { buildSanctioned } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { createExport } from './export/archive.ts';
import { readEntries } from './export/part-queries.ts';
import { exportParts } from './export/parts.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben, cleo] = await buildTrio(app);
});
afterAll(() => app.close());

const callAs = (member: TestMember, route: RouteDefinition, body: object) =>
  succeed(app.call(route, { token: member.token, body }));

const shop = { label: 'Shop', url: 'https://pots.example' };

/** Gives the member one of everything that the product stores, with other members involved. */
async function fillAccount(member: TestMember) {
  const form = buildForm({ postType: 'general', description: 'With a picture #dusk' });
  form.append(
    'attachfiles',
    new File([new Uint8Array(await buildJpeg(400, 300))], 'evening.jpg', { type: 'image/jpeg' }),
  );
  const posted = await succeed(app.call(publishPost, { token: member.token, form }));
  const theirs = await buildPost(app, ben);
  const comment = await buildComment(app, member, theirs._id);
  await buildComment(app, ben, theirs._id, comment._id);
  await buildComment(app, ben, posted.body._id);
  for (const liker of [member, cleo]) await callAs(liker, likePost, { post_id: theirs._id, status: true });
  await callAs(ben, likePost, { post_id: posted.body._id, status: true });
  await callAs(member, createBookmark, { post_id: theirs._id });
  await callAs(member, setFollow, { action: 'follow', follow_user_id: ben.id });
  await callAs(ben, setFollow, { action: 'follow', follow_user_id: member.id });
  await callAs(member, sendInvitation, { to_user_id: ben.id, note: 'Hello Ben' });
  await callAs(ben, answerInvitation, { from_user_id: member.id, status: 'accepted' });
  await callAs(member, createMessage, { receiver_id: ben.id, content: 'From me' });
  await callAs(ben, createMessage, { receiver_id: member.id, content: 'From Ben' });
  await callAs(member, createMessage, { receiver_id: ben.id, content: 'Unread' });
  await callAs(member, setBio, { bio: 'Evenings only' });
  await callAs(member, createSkill, { title: 'Kintsugi' });
  await callAs(member, setLinks, { links: [shop, { ...shop, label: 'Second' }] });
  await callAs(member, createGoal, { title: 'Open a shop', type: 'long', description: 'By autumn' });
  return { post: posted.body, theirs };
}

const remove = (member: TestMember, body: object = { password: PASSWORD }) =>
  app.call(deleteAccount, { token: member.token, body });

describe('The export of an account', () => {
  const fetchExport = (token: string | null) =>
    app.http.inject({ url: `/api${EXPORT_PATH}`, headers: token ? { authorization: token } : {} });

  it('contains everything the member has stored, including files, and a description of the contents', async () => {
    const { post } = await fillAccount(ana);
    const response = await fetchExport(ana.token);
    expect(response.headers).toMatchObject({ 'content-type': 'application/zip' });
    const files = unzipSync(response.rawPayload);
    const read = (file: string) => JSON.parse(strFromU8(files[file] ?? new Uint8Array())) as Record<string, unknown>[];
    for (const { file } of exportParts) expect(read(file), file).toBeInstanceOf(Array);
    expect(read('posts.json')).toMatchObject([{ description: 'With a picture #dusk', likes: 1 }]);
    expect(read('messages.json').map((message) => message['content'])).toEqual(['From me', 'Unread']);
    expect(read('skills.json')).toMatchObject([{ title: 'Kintsugi' }]);
    expect(read('links.json')).toEqual([shop, { ...shop, label: 'Second' }]);
    expect(read('account.json')).toMatchObject([{ email: ana.user.email, bio: 'Evenings only' }]);
    expect(read('invitations.json')).toMatchObject([{ to: 'Ben Lima', note: 'Hello Ben' }]);
    expect(files[`files/post/${post.attachments[0]?.filename}`]?.length).toBeGreaterThan(100);
    const readme = strFromU8(files['README.txt'] ?? new Uint8Array());
    for (const { file } of exportParts) expect(readme).toContain(file);
    const everything = Object.values(files).map((file) => strFromU8(file, true));
    for (const secret of ['argon2', ben.user.email, 'From Ben']) expect(everything.join()).not.toContain(secret);
  });

  it('contains scheduled posts and the audience of earlier post versions, but nothing of other members', async () => {
    await scheduleFor(app, ana, { description: 'Mine, later' });
    await scheduleFor(app, ben, { description: 'Theirs, later' });
    const post = await buildPost(app, ana, { description: 'Between us', visibility: 'connections' });
    const body = { _id: post._id, description: 'For all', visibility: 'public' };
    expect(await app.call(updatePost, { token: ana.token, body })).toMatchObject({ ok: true });
    const files = unzipSync((await fetchExport(ana.token)).rawPayload);
    const read = (file: string): unknown => JSON.parse(strFromU8(files[file] ?? new Uint8Array()));
    expect(read('scheduled-posts.json')).toMatchObject([{ content: { description: 'Mine, later' }, problem: null }]);
    expect(read('post-revisions.json')).toMatchObject([{ description: 'Between us', visibility: 'connections' }]);
    expect(await remove(ana)).toMatchObject({ ok: true });
    const left = await app.services.db.selectFrom('scheduled_posts').select('user_id').execute();
    expect(left.map(({ user_id: userId }) => userId)).toEqual([ben.id]);
  });

  it('of a banned member does not say that an invitation was ignored, nor what others wrote with theirs', async () => {
    const banned = await buildSanctioned(app, 'banned');
    const [sent, received] = [
      { from_user_id: banned.id, to_user_id: ben.id, note: 'Mine', status: 'rejected', updated_at: '2026-11-01' },
      { from_user_id: cleo.id, to_user_id: banned.id, note: 'From Cleo', status: 'pending', updated_at: '2026-11-01' },
    ];
    await sql`
      INSERT INTO put_away_rows (decision_id, user_id, relation, row)
      SELECT decision_id, user_id, 'connection_requests', entry
      FROM sanctions, jsonb_array_elements(${JSON.stringify([sent, received])}::jsonb) entry
      WHERE user_id = ${banned.id}::uuid`.execute(app.services.db);
    const files = unzipSync((await fetchExport(banned.token)).rawPayload);
    const kind = 'connection_requests';
    expect(JSON.parse(strFromU8(files['put-away.json'] ?? new Uint8Array()))).toEqual([
      { kind, entry: { from_user_id: banned.id, to_user_id: ben.id, note: 'Mine' } },
      { kind, entry: { from_user_id: cleo.id, to_user_id: banned.id } },
    ]);
  });

  it('reads messages in the order of an index, so that each few hundred cost the same', async () => {
    const messages = exportParts.filter(({ file }) => file === 'messages.json');
    const plan = await explain(app.services.db, async (db) => {
      for (const part of messages) await Array.fromAsync(readEntries(db, part, ana.id));
    });
    expect(plan).toContain('Index Scan using messages_sent');
    expect(plan).not.toContain('Sort');
  });

  it('closes the open file when the client disconnects', async () => {
    await fillAccount(ana);
    const stream = new Readable({ read: () => void setImmediate(() => stream.push(Buffer.alloc(65_536))) });
    const storage = { ...app.services.storage, read: async () => ({ stream, bytes: 65_536 }) };
    const archive = await createExport({ ...app.services, storage }, ana.id);
    archive.resume();
    await expect.poll(() => stream.readableFlowing).toBe(true);
    archive.destroy();
    await expect.poll(() => stream.destroyed).toBe(true);
  });

  it('requires a session', async () => {
    expect((await fetchExport(null)).statusCode).toBe(401);
    expect((await fetchExport('made up')).statusCode).toBe(401);
  });
});

describe('The deletion of an account', () => {
  it('removes everything, including files and search entries, and leaves exact counts', async () => {
    const { post } = await fillAccount(ana);
    const stored = post.attachments[0]!.url;
    expect((await app.http.inject({ url: stored })).statusCode).toBe(200);
    expect(await remove(ana)).toMatchObject({ ok: true });
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({ status: 401 });
    const pair = { email: ana.user.email, password: PASSWORD };
    expect(await app.call(login, { body: pair })).toMatchObject({ status: 401 });
    expect(await app.call(getMember, { token: ben.token, params: { id: ana.id } })).toMatchObject({ status: 404 });
    const found = await app.call(searchPeople, { body: { searchQuery: 'kintsugi' } });
    expect(found.ok && found.body.map((person) => person._id)).not.toContain(ana.id);
    await vi.waitFor(async () => expect((await app.http.inject({ url: stored })).statusCode).toBe(404), 8_000);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
    const { rows } = await sql<{ found: string }>`
      SELECT c.table_name || '.' || c.column_name AS found FROM information_schema.columns c
      WHERE c.table_schema = 'public' AND c.data_type IN ('uuid', 'text')`.execute(app.services.db);
    for (const { found } of rows) {
      const [table = '', column = ''] = found.split('.');
      const left = await sql`SELECT 1 FROM ${sql.table(table)}
        WHERE ${sql.ref(column)}::text IN (${ana.id}, ${ana.user.email}, ${ana.user.username}) LIMIT 1`.execute(
        app.services.db,
      );
      expect(left.rows, found).toEqual([]);
    }
  });

  it('leaves the other member their side of a conversation, with an anonymous member in it', async () => {
    await fillAccount(ana);
    await remove(ana);
    const list = await succeed(app.call(listConversations, { token: ben.token }));
    expect(list).toMatchObject({ unreadMessages: 0, body: [{ canMessage: false, unreadCount: 0 }] });
    const [chat] = list.body;
    expect(chat?.otherUserDetail).toMatchObject({ firstName: 'Deleted', lastName: 'member', deleted: true });
    const query = { userId: chat?.other_user_id ?? '' };
    const messages = await app.call(listMessages, { token: ben.token, query });
    expect(messages.ok && messages.body.map(({ content, deleted }) => ({ content, deleted }))).toEqual([
      { content: '', deleted: true },
      { content: 'From Ben', deleted: false },
      { content: '', deleted: true },
    ]);
    const body = { receiver_id: query.userId, content: 'Are you there?' };
    expect(await app.call(createMessage, { token: ben.token, body })).toMatchObject({ status: 404 });
    expect(await app.call(getMember, { params: { id: query.userId } })).toMatchObject({ status: 404 });
    expect(await app.call(searchPeople, { body: { searchQuery: 'deleted member' } })).toMatchObject({ body: [] });
  });

  it('is broadcast at once to members with a conversation, who keep the messages they sent', async () => {
    await fillAccount(ana);
    const form = buildForm({ content: '', receiver_id: ana.id }, [
      { field: 'attachment', name: 'offer.pdf', bytes: buildPdf() },
    ]);
    await app.call(createMessage, { token: ben.token, form });
    const received: unknown[] = [];
    const socket = await connectSocket(await listen(app), ben, (event, payload) => {
      if (event === 'memberLeft') received.push(serverEvents.memberLeft.parse(payload));
    });
    await remove(ana);
    await expect.poll(() => received).toMatchObject([{ left_id: ana.id }]);
    socket.disconnect();
    const { user_id: userId } = received[0] as { user_id: string };
    const conversation = await app.call(getConversation, { token: ben.token, query: { userId } });
    expect(conversation).toMatchObject({ body: { otherUserDetail: { deleted: true }, canMessage: false } });
    const files = await app.call(listSharedFiles, { token: ben.token, query: { userId } });
    expect(files).toMatchObject({ body: [{ name: 'offer.pdf', sender_id: ben.id }] });
    expect(await app.call(listSharedFiles, { token: cleo.token, query: { userId } })).toMatchObject({ status: 404 });
  });

  it('removes the member from notifications that name several members', async () => {
    const { theirs } = await fillAccount(ana);
    const likes = async () => {
      const notified = await app.call(listNotifications, { token: ben.token });
      return notified.ok && notified.body.notifications.filter((one) => one.type === 'like').map((one) => one.content);
    };
    expect(await likes()).toEqual([expect.stringContaining('1 other')]);
    await remove(ana);
    expect(await likes()).toEqual([`Cleo Lima liked your post`]);
    expect(theirs).toBeDefined();
  });

  it('locks the counts of notified members before the notifications', async () => {
    await fillAccount(ana);
    const { db } = app.services;
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = db.transaction().execute(async (tx) => {
      await tx.selectFrom('member_counters').select('user_id').where('user_id', '=', ben.id).forUpdate().execute();
      locked.resolve();
      await release.promise;
      await tx.selectFrom('notifications').select('id').where('user_id', '=', ben.id).forUpdate().noWait().execute();
    });
    await locked.promise;
    const removed = remove(ana);
    const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
    release.resolve();
    await writing;
    expect(await removed).toMatchObject({ ok: true });
  });

  it('requires the correct password, and happens once', async () => {
    expect(await remove(ana, { password: 'Wrong42pass' })).toMatchObject({ errors: [{ field: 'password' }] });
    expect(await remove(ana, {})).toMatchObject({ errors: [{ field: 'password' }] });
    expect(await app.call(deleteAccount, { body: { password: PASSWORD } })).toMatchObject({ status: 401 });
    const both = await Promise.all([remove(ana), remove(ana)]);
    expect(both.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('requires a recent sign-in and the email address of a member without a password', async () => {
    await removePassword(app, ana, RECENT_MINUTES + 1);
    expect(await remove(ana, { confirmation: ana.user.email })).toMatchObject({ status: 403, reason: 'recent' });
    await removePassword(app, ana, 1);
    const other = await remove(ana, { confirmation: ben.user.email });
    expect(other).toMatchObject({ errors: [{ field: 'confirmation' }] });
    expect(await remove(ana, { confirmation: ` ${ana.user.email.toUpperCase()}` })).toMatchObject({ ok: true });
  });
});
