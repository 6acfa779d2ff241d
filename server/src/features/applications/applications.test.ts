import { DAY_MS } from '@afterhours/contract/base/durations';
import {
  applicationMessages,
  createApplication,
  deleteRejection,
  listJobApplications,
  updateApplication,
} from '@afterhours/contract/jobs/applications';
import { closeJob } from '@afterhours/contract/jobs/hiring';
import { listMessages } from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { getPost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSend } from '#features/messages/loaders.ts';
import { mailDue } from '#features/notifications/mail/send-due.ts';
import { listKinds } from '#testing/calls/notifications.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { makeMailsDue, prefer } from '#testing/notifications/notification-mail.ts';
import { buildApplication, listOwnApplications } from '#testing/rows/applications.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildDecision } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { messageIdOf, rejectDue } from './commands.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let job: string;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
  job = (await buildPost(app, ana, { postType: 'job', title: 'Baker' }))._id;
});

const apply = (by: TestMember | null = ben, body: object = {}, id = job) =>
  app.call(createApplication, { token: by?.token ?? null, params: { id }, body });
const update = (id: string, body: object, by: TestMember | null = ana) =>
  app.call(updateApplication, { token: by?.token ?? null, params: { id }, body });
const undo = (id: string, by = ana) => app.call(deleteRejection, { token: by.token, params: { id } });
const list = (query: object = {}, by: TestMember | null = ana) =>
  app.call(listJobApplications, { token: by?.token ?? null, params: { id: job }, query });

const applyAs = (by = ben) => buildApplication(app, by, job);
const jobAs = async (by: TestMember) => {
  return (await succeed(app.call(getPost, { token: by.token, params: { id: job } }))).body;
};
/** Backdates a column of the job's applications by this much time. */
const backdate = (column: 'rejects_at', time: string) =>
  sql`UPDATE job_applications SET ${sql.ref(column)} = ${sql.ref(column)} - ${time}::interval
    WHERE post_id = ${job}::uuid`.execute(app.services.db);
const sendDueRejections = () => rejectDue(app.services, createSend(app.services));
const chat = async (by: TestMember, other: TestMember) => {
  const response = await app.call(listMessages, { token: by.token, query: { userId: other.id } });
  return response.ok ? response.body.map(({ content }) => content) : [];
};

describe('An application', () => {
  it('is sent with a cover letter, notifies the author, and is shown to both', async () => {
    expect(await apply(ben, { words: 'I bake at night.' })).toMatchObject({ ok: true, body: { status: 'sent' } });
    expect(await list()).toMatchObject({
      ok: true,
      body: [{ status: 'sent', words: 'I bake at night.', applicant: { _id: ben.id }, cv: null, note: null }],
    });
    expect(await listOwnApplications(app, ben)).toMatchObject([{ status: 'sent', job: { _id: job, closed: false } }]);
    expect(await listKinds(app, ana)).toContain('applied');
    expect(await chat(ana, ben)).toEqual(['JOBAPPLIED']);
    expect(await jobAs(ben)).toMatchObject({ applied: true, job: { myApplication: { status: 'sent' } } });
    expect(await jobAs(ana)).toMatchObject({ applied: false, job: { myApplication: null } });
  });

  it('can also be made with the message that older clients send', async () => {
    const body = { content: 'JOBAPPLIED', receiver_id: ana.id, post_id: job };
    expect(await app.call(createMessage, { token: ben.token, body })).toMatchObject({ ok: true });
    expect(await list()).toMatchObject({ body: [{ status: 'sent', answers: [] }] });
    expect(await apply()).toMatchObject({ ok: false, status: 409 });
  });

  it('can be made only once, even concurrently', async () => {
    const responses = await Promise.all([apply(), apply(), apply()]);
    const statuses = responses.map((response) => (response.ok ? 200 : response.status));
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
    expect(await listOwnApplications(app, ben)).toHaveLength(1);
    expect(await chat(ana, ben)).toEqual(['JOBAPPLIED']);
  });

  it('is refused to guests and the author, and for other posts, after a block and once the job is closed', async () => {
    expect(await apply(null)).toMatchObject({ ok: false, status: 401 });
    expect(await apply(ana)).toMatchObject({ ok: false, status: 422 });
    expect(await apply(ben, {}, (await buildPost(app, ana))._id)).toMatchObject({ ok: false, status: 422 });
    for (const [by, other] of [
      [ana, ben],
      [await buildMember(app), ana],
    ] as const) {
      await app.call(setBlock, { token: by.token, body: { userId: other.id, block: true } });
      expect(await apply(by === ana ? other : by)).toMatchObject({ ok: false, status: 404 });
    }
    await app.call(closeJob, { token: ana.token, params: { id: job }, body: {} });
    expect(await apply(await buildMember(app))).toMatchObject({ ok: false, status: 409 });
  });

  it('is limited to twenty within a day, even for concurrent calls', async () => {
    const jobs = await Promise.all(
      Array.from({ length: 21 }, () => buildPost(app, ana, { postType: 'job', title: 'Baker' })),
    );
    const responses = await Promise.all(jobs.map(({ _id }) => apply(ben, {}, _id)));
    const refused = responses.flatMap((response) => (response.ok ? [] : [response.status]));
    expect(refused).toEqual([429]);
    await sql`UPDATE job_applications SET created_at = created_at - interval '1 day'
      WHERE user_id = ${ben.id}::uuid`.execute(app.services.db);
    expect(await apply()).toMatchObject({ ok: true });
  });
});

describe('The status of an application', () => {
  it("can be changed only by the job's author, who keeps a note that nobody else sees", async () => {
    const id = await applyAs();
    const cleo = await buildMember(app);
    expect(await update(id, { status: 'seen' }, null)).toMatchObject({ ok: false, status: 401 });
    expect(await update(id, { status: 'seen' }, cleo)).toMatchObject({ ok: false, status: 404 });
    expect(await update(id, { status: 'hired' }, ben)).toMatchObject({ ok: false, status: 422 });
    expect(await update(id, { note: 'Me' }, ben)).toMatchObject({ ok: false, status: 422 });
    expect(await update(id, { status: 'withdrawn' })).toMatchObject({ ok: false, status: 422 });
    expect(await update(id, { status: 'sent' })).toMatchObject({ ok: false, status: 422 });
    expect(await list({}, ben)).toMatchObject({ ok: false, status: 403 });
    expect(await list({}, null)).toMatchObject({ ok: false, status: 401 });
    expect(await update(id, { status: 'talking', note: 'Kind' })).toMatchObject({ ok: true, body: { note: 'Kind' } });
    expect(await list()).toMatchObject({ body: [{ status: 'talking', note: 'Kind' }] });
    expect(JSON.stringify(await listOwnApplications(app, ben))).not.toContain('Kind');
  });

  it('becomes seen when the application is opened for the first time', async () => {
    const id = await applyAs();
    expect(await update(id, { status: 'seen' })).toMatchObject({ ok: true, body: { status: 'seen' } });
    expect(await jobAs(ben)).toMatchObject({ job: { myApplication: { status: 'seen' } } });
    await update(id, { status: 'offer' });
    expect(await update(id, { status: 'seen' })).toMatchObject({ body: { status: 'offer' } });
    expect(await listKinds(app, ben)).toEqual(['applicationOffer', 'applicationSeen']);
  });

  it('filters the list, which is paged by cursor', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => buildMember(app)));
    const ids: string[] = [];
    for (const one of others) ids.push(await applyAs(one));
    await update(ids[1] ?? '', { status: 'hired' });
    const first = await succeed(list({ limit: '3' }));
    const rest = await list({ limit: '3', cursor: first.nextCursor ?? '' });
    const seen = [...first.body, ...(rest.ok ? rest.body : [])].map(({ _id }) => _id);
    expect(seen).toEqual(ids.toReversed());
    expect(await list({ status: 'hired' })).toMatchObject({ body: [{ _id: ids[1] }] });
    expect(await list({ status: 'bored' })).toMatchObject({ ok: false, status: 422 });
    expect(await list({ cursor: 'x' })).toMatchObject({ ok: false, status: 422 });
  });
});

describe('A rejection', () => {
  it('is sent after ten minutes, once, with the default text', async () => {
    const id = await applyAs();
    expect(await update(id, { status: 'rejected' })).toMatchObject({ ok: true, body: { status: 'seen' } });
    await sendDueRejections();
    expect(await listOwnApplications(app, ben)).toMatchObject([{ status: 'seen' }]);
    await backdate('rejects_at', '10 minutes');
    await Promise.all([sendDueRejections(), sendDueRejections()]);
    expect(await listOwnApplications(app, ben)).toMatchObject([{ status: 'rejected' }]);
    expect(await listKinds(app, ben)).toContain('applicationRejected');
    const written = (await chat(ben, ana)).filter((content) => content !== 'JOBAPPLIED');
    expect(written).toEqual([expect.stringContaining('application for “Baker”')]);
    expect(await undo(id)).toMatchObject({ ok: false, status: 409 });
  });

  it('is never sent if it is taken back within the ten minutes', async () => {
    const id = await applyAs();
    await update(id, { status: 'talking' });
    await update(id, { status: 'rejected', words: 'No.' });
    expect(await undo(id, ben)).toMatchObject({ ok: false, status: 403 });
    expect(await undo(id)).toMatchObject({ ok: true, body: { status: 'talking' } });
    expect(await undo(id)).toMatchObject({ ok: false, status: 409 });
    await update(id, { status: 'rejected', words: 'No.' });
    await update(id, { status: 'offer' });
    await backdate('rejects_at', '10 minutes');
    await sendDueRejections();
    expect(await listOwnApplications(app, ben)).toMatchObject([{ status: 'offer' }]);
    expect(await chat(ben, ana)).toEqual(['JOBAPPLIED']);
  });

  it('is completed if a server died after writing the message', async () => {
    const id = await applyAs();
    await update(id, { status: 'rejected', words: 'Another time.' });
    await backdate('rejects_at', '10 minutes');
    const send = createSend(app.services);
    const { rows } = await sql<{ id: string; rejects_at: Date }>`
      SELECT id, rejects_at FROM job_applications WHERE id = ${id}::uuid`.execute(app.services.db);
    const [due] = rows;
    if (!due) throw new Error('the application is not there');
    const message = { content: 'Another time.', jobPostId: null, clientId: messageIdOf(due), files: [] };
    await send({ ...message, senderId: ana.id, receiverId: ben.id });
    expect(await update(id, { status: 'talking' })).toMatchObject({ ok: false, status: 409 });
    await sendDueRejections();
    expect(await listOwnApplications(app, ben)).toMatchObject([{ status: 'rejected' }]);
    expect((await chat(ben, ana)).toSorted()).toEqual(['Another time.', 'JOBAPPLIED']);
  });

  it('accepts no later text once it is sent, and a second rejection is sent with its own', async () => {
    const id = await applyAs();
    await update(id, { status: 'rejected', words: 'First.' });
    expect(await update(id, { status: 'rejected', words: 'Better.' })).toMatchObject({ ok: true });
    await backdate('rejects_at', '10 minutes');
    const alreadySent = { ok: false, status: 409, message: applicationMessages.isTold.message };
    expect(await update(id, { status: 'rejected', words: 'Too late.' })).toMatchObject(alreadySent);
    await sendDueRejections();
    expect(await update(id, { status: 'rejected', words: 'Too late.' })).toMatchObject(alreadySent);
    expect(await update(id, { status: 'rejected' })).toMatchObject({ ok: true, body: { status: 'rejected' } });
    await update(id, { status: 'talking' });
    await update(id, { status: 'rejected', words: 'Second.' });
    await backdate('rejects_at', '10 minutes');
    await sendDueRejections();
    expect((await chat(ben, ana)).toSorted()).toEqual(['Better.', 'JOBAPPLIED', 'Second.']);
  });

  it.each([
    ['suspended', new Date(Date.now() + DAY_MS)],
    ['banned', null],
  ])('waits while its author is %s', async (_sanction, until) => {
    const id = await applyAs();
    await update(id, { status: 'rejected', words: 'Another time.' });
    await backdate('rejects_at', '10 minutes');
    const { db } = app.services;
    const sanction = { decision_id: await buildDecision(app, ana, until), user_id: ana.id, until };
    await db.insertInto('sanctions').values(sanction).execute();
    await sendDueRejections();
    expect(await listOwnApplications(app, ben)).toMatchObject([{ status: 'seen' }]);
    expect(await chat(ben, ana)).not.toContain('Another time.');
    await db.deleteFrom('sanctions').execute();
    await sendDueRejections();
    expect(await listOwnApplications(app, ben)).toMatchObject([{ status: 'rejected' }]);
    expect((await chat(ben, ana)).toSorted()).toEqual(['Another time.', 'JOBAPPLIED']);
  });

  it('changes the status but writes no message after a block', async () => {
    const id = await applyAs();
    await update(id, { status: 'rejected' });
    await app.call(setBlock, { token: ben.token, body: { userId: ana.id, block: true } });
    expect(await update(id, { status: 'offer' })).toMatchObject({ ok: false, status: 404 });
    await backdate('rejects_at', '10 minutes');
    await sendDueRejections();
    expect(await listOwnApplications(app, ben)).toMatchObject([{ status: 'rejected', poster: null, job: null }]);
  });
});

it('A withdrawn application loses its text, and can no longer be changed', async () => {
  await apply(ben, { words: 'Please' });
  const [own] = await listOwnApplications(app, ben);
  const id = own?._id ?? '';
  await update(id, { status: 'rejected' });
  expect(await update(id, { status: 'withdrawn' }, ben)).toMatchObject({ ok: true, body: { status: 'withdrawn' } });
  expect(await update(id, { status: 'withdrawn' }, ben)).toMatchObject({ ok: true });
  expect(await list()).toMatchObject({ body: [{ status: 'withdrawn', words: null, rejectsAt: null }] });
  const { message } = applicationMessages.saved;
  expect(await update(id, { note: 'A pity' })).toMatchObject({ ok: true, message });
  expect(await update(id, { status: 'hired' })).toMatchObject({ ok: false, status: 409 });
  expect(await undo(id)).toMatchObject({ ok: false, status: 409 });
  expect(await apply()).toMatchObject({ ok: false, status: 409 });
});

it('Changes of an application are mailed to applicants who want that, once', async () => {
  const kinds = [
    { kind: 'applying', mail: 'instant' },
    { kind: 'messaged', mail: 'instant' },
  ];
  await prefer(app, ben, { kinds });
  const id = await applyAs();
  const mailed = async () => {
    await makeMailsDue(app);
    await mailDue(app.services);
    return app.mail.sentTo(ben).map(({ text }) => text);
  };
  await update(id, { status: 'offer' });
  expect(await mailed()).toHaveLength(1);
  expect(await mailed()).toEqual([expect.stringContaining('/me/applications')]);
  await update(id, { status: 'rejected', words: 'Another time.' });
  await backdate('rejects_at', '10 minutes');
  await sendDueRejections();
  // The status and the message are two lines of one mail.
  await sql`UPDATE notification_settings SET mailed_at = mailed_at - interval '1 hour'`.execute(app.services.db);
  expect(await mailed()).toHaveLength(2);
  await sql`UPDATE notification_settings SET mailed_at = mailed_at - interval '1 hour'`.execute(app.services.db);
  expect(await mailed()).toHaveLength(2);
});
