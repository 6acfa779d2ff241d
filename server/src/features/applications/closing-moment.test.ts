import { createApplication } from '@afterhours/contract/jobs/applications';
import { closeJob } from '@afterhours/contract/jobs/hiring';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { lockOpenJob } from '#features/hiring/loaders.ts';
import { listKinds } from '#testing/calls/notifications.ts';
import { expectBlocked } from '#testing/database/waiting-for-lock.ts';
import { listOwnApplications } from '#testing/rows/applications.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

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

const apply = () => app.call(createApplication, { token: ben.token, params: { id: job }, body: {} });

describe('An application', () => {
  it('waits while the job is being closed, and is then refused', async () => {
    let sending: ReturnType<typeof apply> | undefined;
    await inTransaction(app.services, async ({ db }) => {
      await sql`SELECT 1 FROM posts WHERE id = ${job}::uuid FOR NO KEY UPDATE`.execute(db);
      sending = apply();
      await expectBlocked(app, 'FOR SHARE');
      await sql`UPDATE posts SET closed_at = now(), close_reason = 'filled' WHERE id = ${job}::uuid`.execute(db);
    });
    expect(await sending).toMatchObject({ ok: false, status: 409 });
    expect(await listOwnApplications(app, ben)).toEqual([]);
  });

  it('is kept if it began before the job was closed, and its applicant is notified of the closing', async () => {
    let closing: Promise<unknown> | undefined;
    await inTransaction(app.services, async ({ db }) => {
      await lockOpenJob(db, job);
      const row = { id: newId(), user_id: ben.id, post_id: job, answers: '[]' };
      await db.insertInto('job_applications').values(row).execute();
      closing = app.call(closeJob, { token: ana.token, params: { id: job }, body: {} });
      await expectBlocked(app, 'FOR NO KEY UPDATE');
    });
    expect(await closing).toMatchObject({ ok: true });
    expect(await listOwnApplications(app, ben)).toHaveLength(1);
    expect(await listKinds(app, ben)).toContain('jobClosed');
  });
});
