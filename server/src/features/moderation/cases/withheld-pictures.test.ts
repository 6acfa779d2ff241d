import { exportAccount } from '@afterhours/contract/account/account-data';
import { listConversations, listMessages, listSharedFiles } from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { listOwnReports, reportMember, reportMessage, reportPost } from '@afterhours/contract/moderation/moderation';
import { listOwnDecisions } from '@afterhours/contract/moderation/own-decisions';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { startSweep } from '@afterhours/contract/moderation/staff-sweeps';
import { deletePost } from '@afterhours/contract/posts/posts';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { uploadUserImage } from '@afterhours/contract/uploads';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { releaseKept } from '#features/uploads/loaders.ts';
import { selectPublicImage } from '#features/uploads/queries.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildPdf } from '#testing/files/documents.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { publishPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let origin: string;
let ana: TestMember;
let ben: TestMember;
let owner: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
  [ana, ben] = [await buildMember(app), await buildMember(app)];
  owner = await buildStaff(app, 'owner');
});
afterAll(() => app.close());

const statusOf = async (url: string) => (await app.http.inject(url)).statusCode;

/** Returns the statuses of a picture's address, and of that of its smallest size. */
const statusesOf = async (url: string) => [await statusOf(url), await statusOf(url.replace('.jpg', '-320.webp'))];

async function caseOf(subjectId: string) {
  const query = { limit: '100' };
  const { body } = await succeed(app.call(cases.listCases, { token: owner.token, query }));
  const id = body.find(({ subject }) => subject._id === subjectId)?._id ?? '';
  return (await succeed(app.call(cases.getCase, { token: owner.token, params: { id } }))).body;
}

async function decide(id: string, action: string): Promise<string> {
  const body = { action, rule: 'Be kind', statement: 'It is not kind.' };
  return (await succeed(app.call(cases.decideCase, { token: owner.token, params: { id }, body }))).body._id;
}
const reverse = (id: string) =>
  succeed(
    app.call(cases.reverseDecision, { token: owner.token, params: { id }, body: { statement: 'We were wrong.' } }),
  );

/** Publishes a post with a picture, and reports it. */
async function buildReported() {
  const files = [{ field: 'files', name: 'one.jpg', bytes: await buildJpeg(640, 480) }];
  const form = buildForm({ postType: 'general', description: 'Look at this' }, files);
  const { body: post } = await succeed(app.call(publishPost, { token: ana.token, form }));
  await succeed(app.call(reportPost, { token: ben.token, body: { post_id: post._id } }));
  const found = await caseOf(post._id);
  return {
    postId: post._id,
    url: post.attachments[0]?.url ?? '',
    caseId: found._id,
    pictures: found.evidence.pictures,
  };
}

it('The address of a picture works for staff only while a decision hides its post', async () => {
  const { url, caseId, pictures } = await buildReported();
  const [evidence] = pictures;
  if (!evidence) throw new Error('no picture');
  expect(await statusesOf(url)).toEqual([200, 200]);
  const decisionId = await decide(caseId, 'hide');
  expect(await statusesOf(url)).toEqual([404, 404]);
  const seen = await app.http.inject(evidence.url);
  expect(seen.statusCode).toBe(200);
  expect(seen.headers['cache-control']).toContain('private');
  expect(await statusOf(evidence.url.slice(0, -1))).toBe(403);
  expect(await statusOf(evidence.url.replace(owner.id, ben.id))).toBe(403);
  await sql`DELETE FROM staff WHERE user_id = ${owner.id}::uuid`.execute(app.services.db);
  expect(await statusOf(evidence.url)).toBe(404);
  await app.services.db.insertInto('staff').values({ user_id: owner.id, role: 'owner' }).execute();
  await reverse(decisionId);
  expect(await statusesOf(url)).toEqual([200, 200]);
});

it('The address of a reported picture works for staff only once its author has deleted the post', async () => {
  const { postId, url, pictures } = await buildReported();
  await succeed(app.call(deletePost, { token: ana.token, params: { id: postId } }));
  expect(await statusesOf(url)).toEqual([404, 404]);
  expect(await statusOf(pictures[0]?.url ?? '')).toBe(200);
});

it('The picture of a post that is only held stays with its author', async () => {
  const { postId, url } = await buildReported();
  await sql`UPDATE posts SET hidden_by = uuidv7(), held = TRUE WHERE id = ${postId}::uuid`.execute(app.services.db);
  expect(await statusesOf(url)).toEqual([200, 200]);
});

async function setPicture(): Promise<string> {
  const form = buildForm({ folder: 'users' }, [{ field: 'image', name: 'me.jpg', bytes: await buildJpeg(400, 400) }]);
  const { filename: image } = (await succeed(app.call(uploadUserImage, { token: ana.token, form }))).body;
  await succeed(app.call(updateProfile, { token: ana.token, body: { image } }));
  return image;
}

/** Returns the files of Ana's export. */
async function exported() {
  const headers = { authorization: `Bearer ${ana.token}` };
  const { rawPayload } = await app.http.inject({ url: `/api${exportAccount.path}`, headers });
  return unzipSync(rawPayload);
}

const pictureOf = async (member: TestMember) =>
  (await succeed(app.call(getMember, { token: ben.token, params: { id: member.id } }))).body.image;

it('The picture of a profile can be hidden, replaced, and shown again when the decision is reversed', async () => {
  const image = await setPicture();
  await succeed(app.call(reportMember, { token: ben.token, body: { userId: ana.id } }));
  const found = await caseOf(ana.id);
  const body = { action: 'remove', rule: 'Be kind', statement: 'It is not kind.' };
  const removed = await app.call(cases.decideCase, { token: owner.token, params: { id: found._id }, body });
  expect(removed).toMatchObject({ status: 422, errors: [{ field: 'action' }] });
  const tab = await openTabFor('ownProfile', origin, ana);
  const decisionId = await decide(found._id, 'hide');
  await expect.poll(() => tab.at(-1)?.user.image).toBeNull();
  expect(await pictureOf(ana)).toBeNull();
  expect(await statusOf(`/api/uploads/users/${image}`)).toBe(404);
  expect(await statusOf(found.evidence.pictures[0]?.url ?? '')).toBe(200);
  expect(await app.call(updateProfile, { token: ana.token, body: { image } })).toMatchObject({ status: 422 });
  const own = await succeed(app.call(listOwnDecisions, { token: ana.token }));
  expect(own.body[0]).toMatchObject({ action: 'hide', pictures: true });
  const reports = await succeed(app.call(listOwnReports, { token: ben.token }));
  expect(reports.body[0]).toMatchObject({ subject: { kind: 'member' }, outcome: 'acted' });
  const putAway: unknown = JSON.parse(strFromU8((await exported())['put-away.json'] ?? new Uint8Array()));
  expect(putAway).toEqual([{ kind: 'pictures', entry: { image, cover_image: null } }]);
  await reverse(decisionId);
  await expect.poll(() => tab.at(-1)?.user.image).toBe(image);
  expect(await pictureOf(ana)).toBe(image);
  expect(await statusOf(`/api/uploads/users/${image}`)).toBe(200);
});

it('A picture that was chosen after a decision stays when the decision is reversed', async () => {
  await setPicture();
  const cleo = await buildMember(app);
  await succeed(app.call(reportMember, { token: cleo.token, body: { userId: ana.id } }));
  const decisionId = await decide((await caseOf(ana.id))._id, 'hide');
  const chosen = await setPicture();
  await reverse(decisionId);
  expect(await pictureOf(ana)).toBe(chosen);
});

it('The pictures of a banned member are served to staff only, and are in their export', async () => {
  const { url: inPost } = await buildReported();
  const image = await setPicture();
  const reporter = await buildMember(app);
  await succeed(app.call(reportMember, { token: reporter.token, body: { userId: ana.id } }));
  const found = await caseOf(ana.id);
  const decisionId = await decide(found._id, 'ban');
  const addresses = [`/api/uploads/users/${image}`, inPost];
  expect(await Promise.all(addresses.map(statusOf))).toEqual([404, 404]);
  expect(await statusOf(found.evidence.pictures[0]?.url ?? '')).toBe(200);
  expect(Object.keys(await exported())).toContainEqual(expect.stringContaining(image));
  await reverse(decisionId);
  expect(await Promise.all(addresses.map(statusOf))).toEqual([200, 200]);
});

/** Returns what a member sees of the chat with another, without reading it. */
async function chatOf({ token }: TestMember, { id: userId }: TestMember) {
  const files = await succeed(app.call(listSharedFiles, { token, query: { userId } }));
  const [chat] = (await succeed(app.call(listConversations, { token }))).body;
  return { files: files.body, latest: chat?.latestMessage, unread: chat?.unreadCount };
}
const messagesOf = async ({ token }: TestMember, { id: userId }: TestMember) =>
  (await succeed(app.call(listMessages, { token, query: { userId } }))).body;

/** Sends a message with a picture from one member to another, who reports it. */
async function buildReportedMessage(from: TestMember, to: TestMember, more: Parameters<typeof buildForm>[1] = []) {
  await buildTies(app, [from, to]);
  const files = [{ field: 'image', name: 'one.jpg', bytes: await buildJpeg(640, 480) }, ...more];
  const form = buildForm({ content: 'Look at this', receiver_id: to.id }, files);
  const { body: sent } = await succeed(app.call(createMessage, { token: from.token, form }));
  await succeed(app.call(reportMessage, { token: to.token, body: { message_id: sent._id } }));
  const { _id: caseId, evidence } = await caseOf(sent._id);
  const sides = await Promise.all([chatOf(from, to), chatOf(to, from)]);
  return { sent, caseId, evidence, urls: sides.map(({ files: [file] }) => file?.url ?? '') };
}

it('A message that a decision hides is gone from the chat of both with its files, until a reversal', async () => {
  const [cleo, dan] = [await buildMember(app), await buildMember(app)];
  const { sent, caseId, evidence, urls } = await buildReportedMessage(cleo, dan);
  expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200]);
  const tab = await openTabFor('messageDeleted', origin, dan);
  const shown = await Promise.all([cleo, dan].map((member) => openTabFor('messageShown', origin, member)));
  const counts = await openTabFor('unread', origin, dan);
  const decisionId = await decide(caseId, 'hide');
  await expect.poll(() => tab.at(-1)?._id).toBe(sent._id);
  const gone = { deleted: true, content: '' };
  for (const chat of [await chatOf(cleo, dan), await chatOf(dan, cleo)])
    expect(chat).toMatchObject({ files: [], latest: { ...gone, attachmentsCount: 0 }, unread: 0 });
  expect(await messagesOf(cleo, dan)).toMatchObject([{ ...gone, attachments: [] }]);
  expect(await Promise.all(urls.map(statusOf))).toEqual([404, 404]);
  expect(evidence).toMatchObject({ text: 'Look at this', pictures: [{ width: 640 }] });
  expect(await statusOf(evidence.pictures[0]?.url ?? '')).toBe(200);
  expect((await app.mail.next(cleo.user.email)).text).toContain('We have removed a message that you sent.');
  const unread = () => counts.flatMap(({ messages }) => messages ?? []).at(-1);
  await expect.poll(unread).toBe(0);
  await reverse(decisionId);
  for (const received of shown) await expect.poll(() => received).toEqual([{ uniquekey: sent.uniquekey }]);
  await expect.poll(unread).toBe(1);
  expect(await chatOf(dan, cleo)).toMatchObject({ files: [{ name: 'one.jpg' }], unread: 1 });
  expect(await messagesOf(dan, cleo)).toMatchObject([
    { deleted: false, content: 'Look at this', attachments: [{ _id: sent.attachments[0]?._id }] },
  ]);
  expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200]);
  expect(await listWrongCounts(app.services.db)).toEqual([]);
});

it('Documents of a reported message can be downloaded by staff while they are kept, not by its sender', async () => {
  const [sender, dan] = [await buildStaff(app, 'moderator'), await buildMember(app)];
  const pdf = { field: 'attachment', name: 'Offer für Ünal.pdf', bytes: buildPdf() };
  await buildConnection(app, sender, dan);
  const { caseId, evidence } = await buildReportedMessage(sender, dan, [pdf]);
  await decide(caseId, 'hide');
  expect(evidence).toMatchObject({ files: ['one.jpg', pdf.name], documents: [{ name: pdf.name }] });
  const url = evidence.documents[0]?.url ?? '';
  const { statusCode, headers, rawPayload } = await app.http.inject(url);
  expect(statusCode).toBe(200);
  expect(rawPayload.equals(pdf.bytes)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': expect.stringMatching('sandbox'),
  });
  expect(headers['content-disposition']).toMatch(/^attachment; .*Offer%20f%C3%BCr%20%C3%9Cnal\.pdf/);
  const own = await succeed(app.call(cases.getCase, { token: sender.token, params: { id: caseId } }));
  expect(await statusOf(own.body.evidence.documents[0]?.url ?? '')).toBe(404);
  await releaseKept(app.services.db, app.services.jobs, [caseId]);
  expect(await statusOf(url)).toBe(404);
});

it('A message that is hidden together with others is shown again, even after a ban of its sender', async () => {
  const [cleo, dan] = [await buildMember(app), await buildMember(app)];
  await buildReportedMessage(cleo, dan);
  const reasons = { rule: 'Be kind', statement: 'It is not kind.' };
  const body = { posted: 'none', cases: true, action: 'remove', ...reasons } as const;
  const params = { id: cleo.id };
  const swept = await succeed(app.call(startSweep, { token: owner.token, params, body }));
  await expect.poll(async () => (await messagesOf(dan, cleo))[0]?.deleted).toBe(true);
  await succeed(app.call(reportMember, { token: dan.token, body: { userId: cleo.id } }));
  await reverse(await decide((await caseOf(cleo.id))._id, 'ban'));
  await reverse(swept.body._id);
  expect(await messagesOf(dan, cleo)).toMatchObject([{ deleted: false, content: 'Look at this' }]);
});

it('A request for a picture looks up its post, and does not search the hidden posts', async () => {
  const { db } = app.services;
  await sql`
    WITH numbers AS (SELECT uuidv7() AS id FROM generate_series(1, 1000)),
    posts AS (
      INSERT INTO posts (id, user_id, post_type, description)
      SELECT id, ${ana.id}::uuid, 'general', 'Look at this' FROM numbers
    ),
    uploads AS (
      INSERT INTO uploads (id, owner_id, folder, filename, kind, content_type, original_name, bytes)
      SELECT id, ${ana.id}::uuid, 'post', id || '.jpg', 'image', 'image/jpeg', 'one.jpg', 1 FROM numbers
    )
    INSERT INTO post_attachments (id, post_id, upload_id, position, folder, filename, width, height, placeholder)
    SELECT id, id, id, 0, 'post', id || '.jpg', 640, 480, '' FROM numbers`.execute(db);
  // Statistics are older than the decisions that hide many posts at once.
  await sql`ANALYZE posts, post_attachments, uploads`.execute(db);
  const plan = await explain(db, (tx) => selectPublicImage(tx, 'one.jpg'));
  for (const index of ['uploads_filename_key', 'post_attachments_upload', 'posts_pkey']) expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan');
});
