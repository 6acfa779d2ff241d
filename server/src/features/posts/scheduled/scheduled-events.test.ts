import * as contract from '@afterhours/contract/posts/scheduled-posts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppError } from '#http/errors/errors.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { listScheduled, makeDue, scheduleFor } from '#testing/rows/scheduled.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { type Limit, publishDue } from './publish-due.ts';

const unlimited: Limit = (_doing, run) => run();
let app: TestApp;
let origin: string;
let ana: TestMember;
let ben: TestMember;
let tabs: unknown[][];
let others: unknown[];

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
  const open = (member: TestMember) => openTabFor('scheduledPosts', origin, member);
  tabs = [await open(ana), await open(ana)];
  others = await open(ben);
});
afterAll(() => app.close());

/** Expects this many events in each tab of the author, and none in those of another member. */
async function expectEvents(count: number): Promise<void> {
  for (const tab of tabs) await expect.poll(() => tab).toEqual(Array.from({ length: count }, () => ({})));
  expect(others).toEqual([]);
}

async function schedule(): Promise<string> {
  const response = await scheduleFor(app, ana);
  if (!response.ok || !('scheduled' in response.body)) throw new Error('not scheduled');
  return response.body.scheduled._id;
}

it('An author’s tabs, and no others, are notified when a scheduled post is added, changed or gone', async () => {
  const by = { token: ana.token, params: { id: await schedule() } };
  await expectEvents(1);
  await app.call(contract.updateScheduledPost, { ...by, body: { description: 'Later' } });
  await expectEvents(2);
  await app.call(contract.deleteScheduledPost, by);
  await expectEvents(3);
  const params = { id: await schedule() };
  await app.call(contract.publishScheduledPost, { token: ana.token, params });
  await expectEvents(5);
  // After an event of their own, everything that was sent to the other member before has arrived.
  await scheduleFor(app, ben);
  await expect.poll(() => others).toEqual([{}]);
});

it('A post that is published at its time, or cannot be published then, notifies its author’s tabs', async () => {
  await schedule();
  await makeDue(app, ana);
  await publishDue(app.services, unlimited);
  await expectEvents(2);
  await schedule();
  await makeDue(app, ana);
  const refuse: Limit = () => Promise.reject(new AppError(429));
  await publishDue(app.services, refuse);
  await expectEvents(4);
  expect(await listScheduled(app, ana)).toMatchObject([{ problem: expect.any(String) }]);
});
