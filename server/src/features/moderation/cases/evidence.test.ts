import { exportAccount } from '@afterhours/contract/account/account-data';
import { reportPost } from '@afterhours/contract/moderation/moderation';
import { appealDecision } from '@afterhours/contract/moderation/own-decisions';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { deletePost, getPost } from '@afterhours/contract/posts/posts';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost, publishPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { purgeEvidence } from './evidence.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let moderator: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [ana, ben] = [await buildMember(app), await buildMember(app)];
  moderator = await buildStaff(app, 'moderator');
});
afterAll(() => app.close());

async function caseOf(subjectId: string): Promise<string> {
  const found = await app.call(cases.listCases, { token: moderator.token, query: { limit: '100' } });
  return found.ok ? (found.body.find(({ subject }) => subject._id === subjectId)?._id ?? '') : '';
}
const decide = (id: string, body: object) =>
  app.call(cases.decideCase, { token: moderator.token, params: { id }, body });

async function postPicture(): Promise<{ postId: string; key: string }> {
  const files = [{ field: 'files', name: 'one.jpg', bytes: await buildJpeg(40, 30) }];
  const form = buildForm({ postType: 'general', description: 'Look at this' }, files);
  const created = await succeed(app.call(publishPost, { token: ana.token, form }));
  const { rows } = await sql<{ key: string }>`SELECT folder || '/' || filename AS key FROM post_attachments
    WHERE post_id = ${created.body._id}::uuid`.execute(app.services.db);
  return { postId: created.body._id, key: rows[0]?.key ?? '' };
}
const isStored = async (key: string) => {
  const object = await app.services.storage.read(key);
  object?.stream.destroy();
  return object !== null;
};

it('Pictures of a reported post outlive the post until the time to appeal has passed', async () => {
  const { db } = app.services;
  const [reported, other] = [await postPicture(), await postPicture()];
  await app.call(reportPost, { token: ben.token, body: { post_id: reported.postId } });
  const id = await caseOf(reported.postId);
  for (const { postId } of [reported, other]) await app.call(deletePost, { token: ana.token, params: { id: postId } });
  await expect.poll(() => isStored(other.key)).toBe(false);
  expect(await isStored(reported.key)).toBe(true);
  expect(await decide(id, { action: 'none' })).toMatchObject({ ok: true });
  const purgedAfter = async (days: number) => {
    await sql`UPDATE cases SET closed_at = now() - make_interval(days => ${days}) WHERE id = ${id}::uuid`.execute(db);
    await purgeEvidence(app.services);
  };
  await purgedAfter(cases.APPEAL_DAYS + 29);
  await purgedAfter(cases.APPEAL_DAYS + 31);
  await expect.poll(() => isStored(reported.key)).toBe(false);
  const detail = await app.call(cases.getCase, { token: moderator.token, params: { id } });
  expect(detail).toMatchObject({ body: { evidence: { text: '', files: [] } } });
});

it('The kind of a case is that of its post: webinar, job or neither', async () => {
  const posts = {
    post: await buildPost(app, ana),
    job: await buildPost(app, ana, { postType: 'job', title: 'Lamp lighter', opening: '1', salary: '10' }),
  };
  const reasons = { rule: 'No fraud', statement: 'There is no such job.' };
  for (const [kind, { _id }] of Object.entries(posts)) {
    await app.call(reportPost, { token: ben.token, body: { post_id: _id } });
    const id = await caseOf(_id);
    const params = { id };
    expect(await app.call(cases.getCase, { token: moderator.token, params })).toMatchObject({
      body: { subject: { kind } },
    });
    expect(await decide(id, { action: 'hide', ...reasons })).toMatchObject({ ok: true });
    const hidden = await app.call(getPost, { token: moderator.token, params: { id: _id } });
    expect(hidden).toMatchObject({ status: 404 });
  }
  const query = { kind: 'job' as const, state: 'closed' as const };
  const jobs = await app.call(cases.listCases, { token: moderator.token, query });
  expect(jobs).toMatchObject({ body: [{ subject: { kind: 'job', _id: posts.job._id } }] });
});

it('A claim lapses after half an hour, and anyone on the staff can claim the case again', async () => {
  const post = await buildPost(app, ana);
  await app.call(reportPost, { token: ben.token, body: { post_id: post._id } });
  const id = await caseOf(post._id);
  const second = await buildStaff(app, 'moderator');
  await app.call(cases.claimCase, { token: moderator.token, params: { id } });
  const list = async (state: 'open' | 'claimed') => {
    const found = await app.call(cases.listCases, { token: second.token, query: { state } });
    return found.ok ? found.body : [];
  };
  expect(await list('claimed')).toMatchObject([{ _id: id, claimedBy: { _id: moderator.id } }]);
  expect(await list('open')).toEqual([]);
  await sql`UPDATE cases SET claimed_at = now() - interval '31 minutes' WHERE id = ${id}::uuid`.execute(
    app.services.db,
  );
  expect(await list('claimed')).toEqual([]);
  expect(await list('open')).toMatchObject([{ _id: id, state: 'open', claimedBy: null }]);
  expect(await app.call(cases.claimCase, { token: second.token, params: { id } })).toMatchObject({ ok: true });
});

it('A member’s export includes their reports, and the decisions about them with their appeals', async () => {
  const post = await buildPost(app, ana);
  await app.call(reportPost, { token: ben.token, body: { post_id: post._id, category: 'scam', words: 'A copy' } });
  const decided = await decide(await caseOf(post._id), { action: 'warn', rule: 'No fraud', statement: 'Do not.' });
  const params = { id: decided.ok ? decided.body._id : '' };
  await app.call(appealDecision, { token: ana.token, params, body: { words: 'It is my own.' } });
  const read = async ({ token }: TestMember, file: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const { rawPayload } = await app.http.inject({ url: `/api${exportAccount.path}`, headers });
    return JSON.parse(strFromU8(unzipSync(rawPayload)[file] ?? new Uint8Array())) as object[];
  };
  expect(await read(ana, 'decisions.json')).toContainEqual(
    expect.objectContaining({ action: 'warn', rule: 'No fraud', statement: 'Do not.', appeal: 'It is my own.' }),
  );
  expect(await read(ben, 'reports.json')).toContainEqual(
    expect.objectContaining({ kind: 'post', id: post._id, category: 'scam', words: 'A copy' }),
  );
});

it('Evidence of a post includes all its texts: those of a job, picked hashtags, and picture descriptions', async () => {
  const job = await buildPost(app, ana, {
    postType: 'job',
    title: 'Lamp lighter',
    description: 'At #dusk',
    opening: 'Two openings',
    salary: 'Paid in oil',
    hashtags: ['dusk', 'lamps'],
  });
  const { postId } = await postPicture();
  await sql`UPDATE post_attachments SET alt = 'A casino at night' WHERE post_id = ${postId}::uuid`.execute(
    app.services.db,
  );
  for (const [id, text] of [
    [job._id, 'At #dusk\n\nTwo openings\n\nPaid in oil\n\n#lamps'],
    [postId, 'Look at this\n\nA casino at night'],
  ] as const) {
    await app.call(reportPost, { token: ben.token, body: { post_id: id } });
    const params = { id: await caseOf(id) };
    expect(await app.call(cases.getCase, { token: moderator.token, params })).toMatchObject({
      body: { evidence: { text } },
    });
    await decide(params.id, { action: 'none' });
  }
});
