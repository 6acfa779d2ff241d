import { deleteAccount } from '@afterhours/contract/account/account-data';
import { listMyApplications, updateApplication } from '@afterhours/contract/jobs/applications';
import { closeJob } from '@afterhours/contract/jobs/hiring';
import { reportPost } from '@afterhours/contract/moderation/moderation';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { deletePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listKinds } from '#testing/calls/notifications.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildApplication, listOwnApplications } from '#testing/rows/applications.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let origin: string;

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});

const buildJob = async () => (await buildPost(app, ana, { postType: 'job', title: 'Baker' }))._id;
const removeJob = (id: string) => app.call(deletePost, { token: ana.token, params: { id } });
const closeAccount = ({ token }: TestMember) =>
  succeed(app.call(deleteAccount, { token, body: { password: PASSWORD } }));
const removeMember = ({ id }: TestMember) => app.services.db.deleteFrom('users').where('id', '=', id).execute();
const countKept = async ({ id }: TestMember) => {
  const rows = await app.services.db
    .selectFrom('removed_applications')
    .select('id')
    .where('user_id', '=', id)
    .execute();
  return rows.length;
};

describe('An application for a job that was deleted', () => {
  it('stays in the applicant’s list with its dates and status, and has nothing of the job', async () => {
    const [job, other] = [await buildJob(), await buildJob()];
    const id = await buildApplication(app, ben, job);
    const next = await buildApplication(app, ben, other);
    const [, before] = await listOwnApplications(app, ben);
    await app.call(updateApplication, { token: ana.token, params: { id }, body: { status: 'talking', note: 'Good' } });
    expect(await removeJob(job)).toMatchObject({ ok: true });
    const own = await listOwnApplications(app, ben);
    const gone = { job: null, poster: null, cv: null, removedAt: expect.any(String) };
    expect(own).toMatchObject([
      { _id: next, job: { _id: other }, removedAt: null },
      { _id: id, status: 'talking', createdAt: before?.createdAt, ...gone },
    ]);
    const withdrawal = { token: ben.token, params: { id }, body: { status: 'withdrawn' } };
    expect(await app.call(updateApplication, withdrawal)).toMatchObject({ status: 404 });
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('is announced to its applicant, unless it was withdrawn or the job was closed', async () => {
    const received = await openTabFor('applications', origin, ben);
    const [job, closed, withdrawn] = [await buildJob(), await buildJob(), await buildJob()];
    for (const id of [job, closed]) await buildApplication(app, ben, id);
    const body = { status: 'withdrawn' } as const;
    const params = { id: await buildApplication(app, ben, withdrawn) };
    await succeed(app.call(updateApplication, { token: ben.token, params, body }));
    await succeed(app.call(closeJob, { token: ana.token, params: { id: closed }, body: {} }));
    for (const id of [closed, withdrawn, job]) await succeed(removeJob(id));
    await expect.poll(() => received.at(-1)).toEqual({ post_id: job });
    const count = async () => (await listKinds(app, ben)).filter((kind) => kind === 'jobDeleted').length;
    await expect.poll(count).toBe(1);
  });

  it('is paged with the others, without repeats', async () => {
    const jobs = [await buildJob(), await buildJob(), await buildJob(), await buildJob()];
    const ids: string[] = [];
    for (const job of jobs) ids.unshift(await buildApplication(app, ben, job));
    for (const job of [jobs[0], jobs[2]]) await removeJob(job as string);
    const read = async (query: Record<string, string>) => {
      return await succeed(app.call(listMyApplications, { token: ben.token, query }));
    };
    const first = await read({ limit: '3' });
    const last = await read({ limit: '3', cursor: first.nextCursor ?? '' });
    expect([...first.body, ...last.body].map(({ _id }) => _id)).toEqual(ids);
  });

  it('stays when the author deletes the account, and goes with the applicant’s', async () => {
    await buildApplication(app, ben, await buildJob());
    await removeMember(ana);
    expect(await listOwnApplications(app, ben)).toMatchObject([{ job: null, poster: null, status: 'sent' }]);
    await removeMember(ben);
    expect(await countKept(ben)).toBe(0);
  });

  it('is announced when the author deletes the account, for open jobs only', async () => {
    const received = await openTabFor('applications', origin, ben);
    const [open, closed] = [await buildJob(), await buildJob()];
    for (const id of [open, closed]) await buildApplication(app, ben, id);
    await succeed(app.call(closeJob, { token: ana.token, params: { id: closed }, body: {} }));
    await closeAccount(ana);
    await expect.poll(async () => (await listKinds(app, ben)).filter((kind) => kind === 'jobDeleted')).toHaveLength(1);
    await expect.poll(() => received).toContainEqual({ post_id: open });
    expect(await listOwnApplications(app, ben)).toMatchObject([{ job: null }, { job: null }]);
  });

  it('is kept, too, if the applicant’s row was locked at that moment', async () => {
    const job = await buildJob();
    const id = await buildApplication(app, ben, job);
    await app.services.db.transaction().execute(async (tx) => {
      // As by a change of the email address.
      await sql`SELECT 1 FROM users WHERE id = ${ben.id}::uuid FOR UPDATE`.execute(tx);
      await succeed(removeJob(job));
    });
    await expect.poll(() => listOwnApplications(app, ben)).toMatchObject([{ _id: id, status: 'sent', job: null }]);
  });

  it('is not kept for an applicant who is deleted, also if the job is deleted at the same time', async () => {
    const job = await buildJob();
    await buildApplication(app, ben, job);
    await app.services.db.transaction().execute(async (tx) => {
      // The account's row is locked first, as by its deletion.
      await sql`SELECT 1 FROM users WHERE id = ${ben.id}::uuid FOR UPDATE`.execute(tx);
      expect(await removeJob(job)).toMatchObject({ ok: true });
      await tx.deleteFrom('users').where('id', '=', ben.id).execute();
    });
    expect(await countKept(ben)).toBe(0);
  });
});

const countJobs = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM jobs.job
    WHERE name = 'applications.job-deleted' AND state < 'completed'`.execute(app.services.db);
  return rows[0]?.n;
};

// The last test: where there is staff, first jobs of new members are held.
describe('An application for a job that staff have removed', () => {
  it('stays in the applicant’s list without the job, and its applicant is notified', async () => {
    const id = await buildJob();
    await buildApplication(app, ben, id);
    await succeed(app.call(reportPost, { token: ben.token, body: { post_id: id } }));
    const owner = await buildStaff(app, 'owner');
    const { body: listed } = await succeed(app.call(cases.listCases, { token: owner.token }));
    const params = { id: listed.find(({ subject }) => subject._id === id)?._id ?? '' };
    const body = { action: 'remove', rule: 'No fraud', statement: 'It is fraud.' } as const;
    await succeed(app.call(cases.decideCase, { token: owner.token, params, body }));
    await expect.poll(() => listKinds(app, ben)).toContain('jobDeleted');
    expect(await listOwnApplications(app, ben)).toMatchObject([{ status: 'sent', job: null, removedAt: null }]);
    expect(await countKept(ben)).toBe(0);
    // They are not notified a second time.
    await closeAccount(ana);
    await expect.poll(() => countKept(ben)).toBe(1);
    await expect.poll(() => countJobs()).toBe(0);
    expect((await listKinds(app, ben)).filter((kind) => kind === 'jobDeleted')).toHaveLength(1);
  });
});
