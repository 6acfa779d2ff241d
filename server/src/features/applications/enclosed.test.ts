import { readdirSync } from 'node:fs';
import path from 'node:path';
import { exportAccount } from '@afterhours/contract/account/account-data';
import { createApplication, listJobApplications, updateApplication } from '@afterhours/contract/jobs/applications';
import { closeJob, hiringMessages } from '@afterhours/contract/jobs/hiring';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { deletePost, updatePost } from '@afterhours/contract/posts/posts';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { releaseUnused } from '#features/uploads/commands.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildPdf, buildZip } from '#testing/files/documents.ts';
import { buildForm } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost, publishPost } from '#testing/rows/posts.ts';
import { settle } from '#testing/rows/settled.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { tidyApplications } from './commands.ts';

const TERMS = { employment: 'contract', remote: 'full', unpaid: 'equity' };
const questions = [
  { text: 'Why this job?', kind: 'text' },
  { text: 'Can you work at night?', kind: 'yes-no', required: true },
  { text: 'Years of baking?', kind: 'number' },
  { text: 'Which day?', kind: 'choice', choices: ['Saturday', 'Sunday'] },
];

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let job: string;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  // A settled member, whose jobs are not held.
  ana = await settle(app, await buildMember(app));
  ben = await buildMember(app);
  job = (await buildPost(app, ana, { postType: 'job', title: 'Baker' }))._id;
});

const apply = (body: object, by = ben) => app.call(createApplication, { token: by.token, params: { id: job }, body });
const send = (bytes = buildPdf(), by = ben, name = 'Életrajz.pdf') =>
  app.call(createApplication, {
    token: by.token,
    params: { id: job },
    form: buildForm({ words: 'Hello' }, [{ field: 'cv', name, bytes }]),
  });
async function sent(by = ben): Promise<string> {
  return (await succeed(send(buildPdf(), by))).body._id;
}
const received = async () => {
  const response = await app.call(listJobApplications, { token: ana.token, params: { id: job }, query: {} });
  return response.ok ? response.body : [];
};
const cvAs = async (id: string, by: TestMember | null) => {
  const headers = by ? { authorization: `Bearer ${by.token}` } : {};
  return (await app.http.inject({ url: `/api/applications/${id}/cv`, headers })).statusCode;
};
const stored = () => readdirSync(path.join(app.dataDir, 'uploads/message'));

describe('A CV', () => {
  it('must be a PDF or Word document by its content', async () => {
    expect(await send(Buffer.from('%no'))).toMatchObject({ ok: false, status: 415 });
    expect(await send(buildZip([{ name: 'a.txt', bytes: Buffer.from('a') }]))).toMatchObject({
      ok: false,
      status: 415,
    });
    expect(await received()).toEqual([]);
    await sent();
    expect(await received()).toMatchObject([
      { words: 'Hello', cv: { name: 'Életrajz.pdf', mimeType: 'application/pdf' } },
    ]);
  });

  it("is served only to the job's author and to the applicant", async () => {
    const id = await sent();
    const [other, moderator] = [await buildMember(app), await buildStaff(app, 'moderator')];
    await sent(other);
    const exPoster = await buildMember(app);
    await buildPost(app, exPoster, { postType: 'job', title: 'Baker' });
    for (const one of [ana, ben]) expect(await cvAs(id, one)).toBe(200);
    expect(await cvAs(id, null)).toBe(401);
    for (const one of [other, moderator, exPoster, await buildMember(app)]) expect(await cvAs(id, one)).toBe(404);
    for (const wrong of [job, 'x', '%00']) expect(await cvAs(wrong, ben)).toBe(404);
    const { rows } = await sql<{ filename: string }>`SELECT filename FROM uploads WHERE id = (
      SELECT cv_upload_id FROM job_applications WHERE id = ${id}::uuid)`.execute(app.services.db);
    const file = {
      url: `/api/uploads/message/${rows[0]?.filename}`,
      headers: { authorization: `Bearer ${ana.token}` },
    };
    expect((await app.http.inject(file)).statusCode).toBe(404);
    await app.call(setBlock, { token: ben.token, body: { userId: ana.id, block: true } });
    expect(await cvAs(id, ana)).toBe(404);
    expect(await cvAs(id, ben)).toBe(200);
  });

  it('is no longer served, and its file is deleted, once the job is deleted', async () => {
    const id = await sent();
    const before = stored().length;
    await app.call(deletePost, { token: ana.token, params: { id: job } });
    for (const one of [ana, ben]) expect(await cvAs(id, one)).toBe(404);
    await releaseUnused(app.services);
    await expect.poll(() => stored().length).toBe(before - 1);
  });

  it('is deleted when the application is withdrawn', async () => {
    const id = await sent();
    const before = stored().length;
    await app.call(updateApplication, { token: ben.token, params: { id }, body: { status: 'withdrawn' } });
    expect(await cvAs(id, ana)).toBe(404);
    await expect.poll(() => stored().length).toBe(before - 1);
  });

  it('is deleted six months after its job has closed', async () => {
    const id = await sent();
    await app.call(closeJob, { token: ana.token, params: { id: job }, body: {} });
    await tidyApplications(app.services);
    expect(await cvAs(id, ana)).toBe(200);
    const before = stored().length;
    await sql`UPDATE job_applications SET cv_until = cv_until - interval '6 months'`.execute(app.services.db);
    await tidyApplications(app.services);
    expect(await cvAs(id, ben)).toBe(404);
    await expect.poll(() => stored().length).toBe(before - 1);
  });

  it("is in the applicant's export, and not in that of the job's author", async () => {
    await sent();
    const exported = async ({ token }: TestMember) => {
      const url = `/api${exportAccount.path}`;
      const response = await app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
      return unzipSync(response.rawPayload);
    };
    const [own, theirs] = [await exported(ben), await exported(ana)];
    const textOf = (file: Uint8Array | undefined) => strFromU8(file ?? new Uint8Array());
    const [entry] = JSON.parse(textOf(own['job-applications.json'])) as { cv: string; words: string }[];
    expect(entry).toMatchObject({ words: 'Hello', cv: expect.stringMatching(/^message\/.+\.pdf$/) as unknown });
    expect(Object.keys(own).filter((name) => name.endsWith('.pdf'))).toHaveLength(1);
    expect(Object.keys(theirs).filter((name) => name.endsWith('.pdf'))).toEqual([]);
    const listed = textOf(theirs['received-applications.json']);
    expect(JSON.parse(listed)).toMatchObject([{ postId: job, status: 'sent' }]);
    expect(listed).not.toContain('Hello');
  });

  it('is not kept when the application is refused', async () => {
    await sent();
    const before = stored().length;
    expect(await send()).toMatchObject({ ok: false, status: 409 });
    expect(stored()).toHaveLength(before);
  });
});

describe('The questions of a job', () => {
  const publish = (asked: unknown) =>
    app.call(publishPost, {
      token: ana.token,
      body: { postType: 'job', title: 'Baker', description: 'Bread', ...TERMS, questions: asked },
    });

  it('number five at most, of four kinds, and stay until they are changed', async () => {
    const response = await succeed(publish(questions));
    expect(response.body.job?.questions).toMatchObject(questions);
    const update = (fields: object) =>
      app.call(updatePost, { token: ana.token, body: { _id: response.body._id, ...fields } });
    expect(await update({ title: 'Cook' })).toMatchObject({ body: { job: { questions } } });
    expect(await update({ questions: JSON.stringify(questions.slice(0, 1)) })).toMatchObject({
      body: { job: { questions: [questions[0]] } },
    });
    expect(await update({ questions: '' })).toMatchObject({ body: { job: { questions: [] } } });
    const wrong = [
      Array.from({ length: 6 }, (_, index) => ({ text: `${index}?`, kind: 'text' })),
      [{ text: '', kind: 'text' }],
      [{ text: 'How?', kind: 'guess' }],
      [{ text: 'Which?', kind: 'choice', choices: ['one'] }],
      [{ text: 'Which?', kind: 'choice', choices: ['one', 'one'] }],
      [{ text: 'How?', kind: 'text', choices: ['one', 'two'] }],
      [questions[0], questions[0]],
      'no list',
      7,
    ];
    for (const one of wrong) expect(await publish(one), JSON.stringify(one)).toMatchObject({ ok: false, status: 422 });
  });

  it('must be answered where required, and the answers keep the wording of their questions', async () => {
    const published = await succeed(publish(questions));
    job = published.body._id;
    const night = { question: 'Can you work at night?', answer: 'yes' };
    for (const answers of [
      [],
      [{ ...night, answer: 'maybe' }],
      [night, { question: 'Years of baking?', answer: 'many' }],
      [night, { question: 'Which day?', answer: 'Monday' }],
      [night, { question: 'How old are you?', answer: '40' }],
    ])
      expect(await apply({ answers }), JSON.stringify(answers)).toMatchObject({ ok: false, status: 422 });
    const answers = [{ question: 'Which day?', answer: 'Sunday' }, night];
    expect(await apply({ answers: JSON.stringify(answers) })).toMatchObject({ ok: true });
    await app.call(updatePost, { token: ana.token, body: { _id: job, questions: [] } });
    expect(await received()).toMatchObject([
      {
        answers: [
          { ...night, kind: 'yes-no' },
          { question: 'Which day?', answer: 'Sunday', kind: 'choice' },
        ],
      },
    ]);
  });

  it('are no longer checked once the job is closed: late applicants are told that it has closed', async () => {
    const published = await succeed(publish(questions));
    job = published.body._id;
    await app.call(closeJob, { token: ana.token, params: { id: job }, body: {} });
    const before = stored().length;
    for (const answer of [await apply({}), await send()])
      expect(answer).toMatchObject({ ok: false, status: 409, message: hiringMessages.isClosed.message });
    expect(stored()).toHaveLength(before);
  });
});
