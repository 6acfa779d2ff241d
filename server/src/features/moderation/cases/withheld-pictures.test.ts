import { exportAccount } from '@afterhours/contract/account/account-data';
import { createMessage } from '@afterhours/contract/messages/messages';
import { listOwnReports, reportMember, reportMessage, reportPost } from '@afterhours/contract/moderation/moderation';
import { listOwnDecisions } from '@afterhours/contract/moderation/own-decisions';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { deletePost } from '@afterhours/contract/posts/posts';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { uploadUserImage } from '@afterhours/contract/uploads';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectPublicImage } from '#features/uploads/queries.ts';
import { casesAsStaff } from '#testing/calls/cases-as-staff.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
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
let staff: ReturnType<typeof casesAsStaff>;

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
  [ana, ben] = [await buildMember(app), await buildMember(app)];
  owner = await buildStaff(app, 'owner');
  staff = casesAsStaff(app, owner);
});
afterAll(() => app.close());

const statusOf = async (url: string) => (await app.http.inject(url)).statusCode;

/** Returns the statuses of a picture's address, and of that of its smallest size. */
const statusesOf = async (url: string) => [await statusOf(url), await statusOf(url.replace('.jpg', '-320.webp'))];

/** Publishes a post with a picture, and reports it. */
async function buildReported() {
  const files = [{ field: 'files', name: 'one.jpg', bytes: await buildJpeg(640, 480) }];
  const form = buildForm({ postType: 'general', description: 'Look at this' }, files);
  const { body: post } = await succeed(app.call(publishPost, { token: ana.token, form }));
  await succeed(app.call(reportPost, { token: ben.token, body: { post_id: post._id } }));
  const found = await staff.caseOf(post._id);
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
  const decisionId = await staff.decide(caseId, 'hide');
  expect(await statusesOf(url)).toEqual([404, 404]);
  const seen = await app.http.inject(evidence.url);
  expect(seen.statusCode).toBe(200);
  expect(seen.headers['cache-control']).toContain('private');
  expect(await statusOf(evidence.url.slice(0, -1))).toBe(403);
  expect(await statusOf(evidence.url.replace(owner.id, ben.id))).toBe(403);
  await sql`DELETE FROM staff WHERE user_id = ${owner.id}::uuid`.execute(app.services.db);
  expect(await statusOf(evidence.url)).toBe(404);
  await app.services.db.insertInto('staff').values({ user_id: owner.id, role: 'owner' }).execute();
  await staff.reverse(decisionId);
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
  const found = await staff.caseOf(ana.id);
  const body = { action: 'remove', rule: 'Be kind', statement: 'It is not kind.' };
  const removed = await app.call(cases.decideCase, { token: owner.token, params: { id: found._id }, body });
  expect(removed).toMatchObject({ status: 422, errors: [{ field: 'action' }] });
  const tab = await openTabFor('ownProfile', origin, ana);
  const decisionId = await staff.decide(found._id, 'hide');
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
  await staff.reverse(decisionId);
  await expect.poll(() => tab.at(-1)?.user.image).toBe(image);
  expect(await pictureOf(ana)).toBe(image);
  expect(await statusOf(`/api/uploads/users/${image}`)).toBe(200);
});

it('A picture that was chosen after a decision stays when the decision is reversed', async () => {
  await setPicture();
  const cleo = await buildMember(app);
  await succeed(app.call(reportMember, { token: cleo.token, body: { userId: ana.id } }));
  const decisionId = await staff.decide((await staff.caseOf(ana.id))._id, 'hide');
  const chosen = await setPicture();
  await staff.reverse(decisionId);
  expect(await pictureOf(ana)).toBe(chosen);
});

it('The pictures of a banned member are served to staff only, and are in their export', async () => {
  const { url: inPost } = await buildReported();
  const image = await setPicture();
  const reporter = await buildMember(app);
  await succeed(app.call(reportMember, { token: reporter.token, body: { userId: ana.id } }));
  const found = await staff.caseOf(ana.id);
  const decisionId = await staff.decide(found._id, 'ban');
  const addresses = [`/api/uploads/users/${image}`, inPost];
  expect(await Promise.all(addresses.map(statusOf))).toEqual([404, 404]);
  expect(await statusOf(found.evidence.pictures[0]?.url ?? '')).toBe(200);
  expect(Object.keys(await exported())).toContainEqual(expect.stringContaining(image));
  await staff.reverse(decisionId);
  expect(await Promise.all(addresses.map(statusOf))).toEqual([200, 200]);
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

it('A hidden post and a hidden message stay in the export of their author', async () => {
  const { postId, caseId } = await buildReported();
  await staff.decide(caseId, 'hide');
  await buildTies(app, [ana, ben]);
  const body = { content: 'And at this', receiver_id: ben.id };
  const { body: sent } = await succeed(app.call(createMessage, { token: ana.token, body }));
  await succeed(app.call(reportMessage, { token: ben.token, body: { message_id: sent._id } }));
  await staff.decide((await staff.caseOf(sent._id))._id, 'hide');
  const files = await exported();
  const read = (name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
  const post = { id: postId, description: 'Look at this' };
  expect(read('posts.json')).toEqual(expect.arrayContaining([expect.objectContaining(post)]));
  expect(read('messages.json')).toEqual([]);
  const message = { kind: 'messages', entry: expect.objectContaining({ content: 'And at this' }) as object };
  expect(read('put-away.json')).toEqual(expect.arrayContaining([message]));
});
