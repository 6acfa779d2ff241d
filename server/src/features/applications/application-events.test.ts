import { updateApplication } from '@afterhours/contract/jobs/applications';
import { getPost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSend } from '#features/messages/loaders.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { buildApplication } from '#testing/rows/applications.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { rejectDue } from './commands.ts';

let app: TestApp;
let origin: string;
let poster: TestMember;
let applicant: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
  [poster, applicant] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

const update = (id: string, by: TestMember, status: 'seen' | 'rejected' | 'withdrawn') =>
  app.call(updateApplication, { token: by.token, params: { id }, body: { status } });

/** Returns the applicant's application as shown with the job. */
async function loadMine(id: string) {
  const response = await app.call(getPost, { token: applicant.token, params: { id } });
  return response.ok ? response.body.job?.myApplication : null;
}

/**
 * Applies for a new job, with two open tabs of the applicant, which are notified, and one of its author, which is not.
 */
async function apply() {
  const { _id: post_id } = await buildPost(app, poster, { postType: 'job', title: 'Baker' });
  const tabs = [await openTab(applicant), await openTab(applicant)];
  const posterTab = await openTab(poster);
  const id = await buildApplication(app, applicant, post_id);
  let times = 0;
  const expectNotified = async () => {
    times += 1;
    for (const tab of tabs) {
      await expect.poll(() => tab).toHaveLength(times);
      expect(tab.at(-1)).toEqual({ post_id, application: await loadMine(post_id) });
    }
    expect(posterTab).toEqual([]);
  };
  await expectNotified();
  return { id, expectNotified };
}
const openTab = (member: TestMember) => openTabFor('applications', origin, member);

it("All the applicant's tabs, and nobody else's, learn of an application, its status and a withdrawal", async () => {
  const { id, expectNotified } = await apply();
  await update(id, poster, 'seen');
  await expectNotified();
  await update(id, applicant, 'withdrawn');
  await expectNotified();
});

it('The applicant is notified of a rejection when it is sent, not while it can be taken back', async () => {
  const { id, expectNotified } = await apply();
  await update(id, poster, 'seen');
  await expectNotified();
  await update(id, poster, 'rejected');
  const due = { rejects_at: new Date(Date.now() - 1_000) };
  await app.services.db.updateTable('job_applications').set(due).where('id', '=', id).execute();
  await rejectDue(app.services, createSend(app.services));
  await expectNotified();
});
