import { deleteAccount } from '@afterhours/contract/account/account-data';
import { deleteRejection, getApplication, updateApplication } from '@afterhours/contract/jobs/applications';
import { createMessage } from '@afterhours/contract/messages/messages';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSend } from '#features/messages/loaders.ts';
import { openTabFor } from '#testing/calls/sockets.ts';
import { buildApplication } from '#testing/rows/applications.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { findRedisProgram } from '#testing/servers/redis-server.ts';
import type { TestApp } from '#testing/test-app.ts';
import { SOON, startTwoServers, type TwoServers } from '#testing/two-servers.ts';
import { rejectDue } from './commands.ts';

type News = { post_id: string; application_id: string };

const program = findRedisProgram();
let both: TwoServers;
let app: TestApp;
let poster: TestMember;
let applicant: TestMember;
let job: string;
/** The events that the author's windows, one on each server, receive. */
let windows: News[][];
/** The windows of the applicant and of another job's author, each with an application for a job of their own. */
let others: { by: TestMember; sent: News[]; own: News }[];
let times: number;

const update = (id: string, by: TestMember, body: object) =>
  app.call(updateApplication, { token: by.token, params: { id }, body });
const get = (id: string, by: TestMember | null) =>
  app.call(getApplication, { token: by?.token ?? null, params: { id } });

/** Opens a window of another member; returns it once it has received its own first event. */
async function openOther(origin: string, by: TestMember) {
  const { _id: post_id } = await buildPost(app, by, { postType: 'job', title: 'Smith' });
  const sent = await openTabFor('jobApplications', origin, by);
  const own = { post_id, application_id: await buildApplication(app, await buildMember(app), post_id) };
  await expect.poll(() => sent, SOON).toEqual([own]);
  return { by, sent, own };
}

/**
 * Expects only their own events in the windows of others: one more is sent last, and any other would arrive before it.
 */
async function expectNoOther(): Promise<void> {
  for (const { by, sent, own } of others) {
    const before = sent.filter(({ post_id }) => post_id === own.post_id);
    await update(own.application_id, by, { note: `Note ${before.length}` });
    await expect.poll(() => sent, SOON).toEqual([...before, own]);
  }
}

/** Expects one more event for this application in each window of the author, and none in any other. */
async function expectNotified(application_id: string): Promise<void> {
  times += 1;
  const events = Array.from({ length: times }, () => ({ post_id: job, application_id }));
  for (const window of windows) await expect.poll(() => window, SOON).toEqual(events);
  await expectNoOther();
}

describe.skipIf(program === null)('The author of a job on two servers (needs redis-server)', () => {
  beforeAll(async () => {
    both = await startTwoServers(program ?? '');
    app = both.app;
  });
  beforeEach(async () => {
    [poster, applicant] = [await buildMember(app), await buildMember(app)];
    const other = await buildMember(app);
    job = (await buildPost(app, poster, { postType: 'job', title: 'Baker' }))._id;
    const [here, there] = both.origins;
    windows = [await openTabFor('jobApplications', here, poster), await openTabFor('jobApplications', there, poster)];
    others = [await openOther(here, applicant), await openOther(there, other)];
    times = 0;
  });
  afterAll(() => both.stop());

  it('is notified of a new application, including one that was sent as a message', async () => {
    await expectNotified(await buildApplication(app, applicant, job));
    const late = await buildMember(app);
    const body = { content: 'JOBAPPLIED', receiver_id: poster.id, post_id: job };
    expect(await app.call(createMessage, { token: late.token, body })).toMatchObject({ ok: true });
    for (const window of windows) await expect.poll(() => window.length, SOON).toBe(2);
    const { application_id } = windows[0]?.[1] ?? { application_id: '' };
    expect(await get(application_id, poster)).toMatchObject({ body: { applicant: { _id: late.id }, status: 'sent' } });
  });

  it('is notified of a status, a note, a rejection and its undo elsewhere, but not if nothing changes', async () => {
    const id = await buildApplication(app, applicant, job);
    await expectNotified(id);
    for (const body of [{ status: 'seen' }, { note: 'Kind' }, { status: 'rejected' }]) {
      await update(id, poster, body);
      await expectNotified(id);
    }
    expect(await get(id, poster)).toMatchObject({ body: { note: 'Kind', rejectsAt: expect.any(String) } });
    await app.call(deleteRejection, { token: poster.token, params: { id } });
    await expectNotified(id);
    // This call changes nothing, so the next event is that of the offer.
    await update(id, poster, { status: 'seen' });
    await update(id, poster, { status: 'offer' });
    await expectNotified(id);
    expect(await get(id, poster)).toMatchObject({ body: { status: 'offer', rejectsAt: null } });
  });

  it('is notified when a rejection is sent, and of a withdrawal', async () => {
    const id = await buildApplication(app, applicant, job);
    await expectNotified(id);
    await update(id, poster, { status: 'rejected' });
    await expectNotified(id);
    const due = { rejects_at: new Date(Date.now() - 1_000) };
    await app.services.db.updateTable('job_applications').set(due).where('id', '=', id).execute();
    await rejectDue(app.services, createSend(app.services));
    await expectNotified(id);
    expect(await get(id, poster)).toMatchObject({ body: { status: 'rejected', rejectsAt: null } });
    await update(id, applicant, { status: 'withdrawn' });
    await expectNotified(id);
    expect(await get(id, poster)).toMatchObject({ body: { status: 'withdrawn', words: null } });
  });

  it('is notified when an applicant deletes the account, after which the application is gone', async () => {
    const leaver = await buildMember(app);
    const id = await buildApplication(app, leaver, job);
    await expectNotified(id);
    await app.call(deleteAccount, { token: leaver.token, body: { password: PASSWORD } });
    await expectNotified(id);
    expect(await get(id, poster)).toMatchObject({ ok: false, status: 404 });
  });

  it('is not notified about an applicant whom they can no longer see', async () => {
    const [id, late] = [await buildApplication(app, applicant, job), await buildMember(app)];
    await expectNotified(id);
    await app.call(setBlock, { token: applicant.token, body: { userId: poster.id, block: true } });
    expect(await get(id, poster)).toMatchObject({ ok: false, status: 404 });
    await update(id, applicant, { status: 'withdrawn' });
    const next = { post_id: job, application_id: await buildApplication(app, late, job) };
    for (const window of windows) await expect.poll(() => window.slice(1), SOON).toEqual([next]);
  });

  it('can read a single application, which nobody else can', async () => {
    const id = await buildApplication(app, applicant, job);
    expect(await get(id, poster)).toMatchObject({ ok: true, body: { _id: id, applicant: { _id: applicant.id } } });
    expect(await get(id, null)).toMatchObject({ ok: false, status: 401 });
    for (const by of [applicant, await buildMember(app)])
      expect(await get(id, by)).toMatchObject({ ok: false, status: 404 });
    expect(await get('x', poster)).toMatchObject({ ok: false, status: 404 });
    expect(await get(job, poster)).toMatchObject({ ok: false, status: 404 });
  });
});
