import { updateApplication } from '@afterhours/contract/applications';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSending } from '#features/messages/loaders.ts';
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

const set = (id: string, by: TestMember, status: 'seen' | 'rejected' | 'withdrawn') =>
  app.call(updateApplication, { token: by.token, params: { id }, body: { status } });

/** Applies to a new job, with two tabs of the applicant that hear of it, and one of its author that does not. */
async function apply() {
  const { _id: post_id } = await buildPost(app, poster, { postType: 'job', title: 'Baker' });
  const tabs = [await openTab(applicant), await openTab(applicant)];
  const posters = await openTab(poster);
  const id = await buildApplication(app, applicant, post_id);
  let times = 0;
  const expectTold = async () => {
    times += 1;
    for (const tab of tabs) await expect.poll(() => tab).toEqual(Array.from({ length: times }, () => ({ post_id })));
    expect(posters).toEqual([]);
  };
  await expectTold();
  return { id, expectTold };
}
const openTab = (member: TestMember) => openTabFor('applications', origin, member);

it('All tabs of an applicant, and nobody else, hear of an application, its status and a withdrawal', async () => {
  const { id, expectTold } = await apply();
  await set(id, poster, 'seen');
  await expectTold();
  await set(id, applicant, 'withdrawn');
  await expectTold();
});

it('A rejection is heard of when it is told, not while it can be taken back', async () => {
  const { id, expectTold } = await apply();
  await set(id, poster, 'seen');
  await expectTold();
  await set(id, poster, 'rejected');
  const due = { rejects_at: new Date(Date.now() - 1_000) };
  await app.services.db.updateTable('job_applications').set(due).where('id', '=', id).execute();
  await rejectDue(app.services, createSending(app.services));
  await expectTold();
});
