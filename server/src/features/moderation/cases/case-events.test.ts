import { reportPost } from '@afterhours/contract/moderation/moderation';
import { appealDecision } from '@afterhours/contract/moderation/own-decisions';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { startSweep } from '@afterhours/contract/moderation/staff-sweeps';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { findRedisProgram } from '#testing/servers/redis-server.ts';
import type { TestApp } from '#testing/test-app.ts';
import { SOON, startTwoServers, type TwoServers } from '#testing/two-servers.ts';

const program = findRedisProgram();
let servers: TwoServers;
let app: TestApp;
let author: TestMember;
let reporter: TestMember;
let moderator: TestMember;
let owner: TestMember;
/** The `cases` events that each staff tab received, one tab on each of two servers; members receive none. */
let eventsByTab: { case_ids: string[] }[][];

const reasons = { rule: 'No fraud', statement: 'We hid it, because it is fraud.' };
const as = ({ token }: TestMember, id: string) => ({ token, params: { id } });

async function findCase(subjectId: string): Promise<string> {
  const found = await app.call(cases.listCases, { token: moderator.token, query: { limit: '100' } });
  const one = found.ok ? found.body.find(({ subject }) => subject._id === subjectId) : undefined;
  if (!one) throw new Error('no case');
  return one._id;
}

/** Reports a new post and returns its case once both tabs have been notified of it. */
async function buildCase(): Promise<string> {
  const post = await buildPost(app, author);
  await app.call(reportPost, { token: reporter.token, body: { post_id: post._id } });
  const id = await findCase(post._id);
  await expectNotified(id);
  return id;
}

/** Expects the tabs of all staff to be notified of these cases, in any order, and then clears the recorded events. */
async function expectNotified(...ids: string[]): Promise<void> {
  for (const events of eventsByTab) {
    await expect.poll(() => events.flatMap(({ case_ids }) => case_ids).toSorted(), SOON).toEqual(ids.toSorted());
    events.length = 0;
  }
}

const decide = (id: string, by: TestMember, action = 'hide') =>
  app.call(cases.decideCase, { ...as(by, id), body: { action, ...reasons } });

async function requireDecided(id: string, action?: string): Promise<string> {
  const decided = await succeed(decide(id, moderator, action));
  await expectNotified(id);
  return decided.body._id;
}

describe.skipIf(program === null)('Staff on two servers (needs redis-server)', () => {
  beforeAll(async () => {
    servers = await startTwoServers(program ?? '');
    app = servers.app;
    [moderator, owner] = [await buildStaff(app, 'moderator'), await buildStaff(app, 'owner')];
  });
  beforeEach(async () => {
    [author, reporter] = [await buildMember(app), await buildMember(app)];
    const [here, there] = servers.origins;
    eventsByTab = [await openTabFor('cases', here, moderator), await openTabFor('cases', there, owner)];
  });
  afterAll(() => servers.stop());

  it('are notified of a report, a claim and a decision, while members are not', async () => {
    const [here, there] = servers.origins;
    const others = [await openTabFor('cases', here, author), await openTabFor('cases', there, reporter)];
    const id = await buildCase();
    await app.call(cases.claimCase, as(moderator, id));
    await expectNotified(id);
    expect(await app.call(cases.getCase, as(owner, id))).toMatchObject({
      body: { state: 'claimed', claimedBy: { _id: moderator.id } },
    });
    await requireDecided(id);
    expect(others).toEqual([[], []]);
  });

  it('are notified of an appeal, and of a reversal for both the case and the appeal it closes', async () => {
    const id = await buildCase();
    const decisionId = await requireDecided(id, 'warn');
    const appealed = await app.call(appealDecision, { ...as(author, decisionId), body: { words: 'I did not.' } });
    expect(appealed.status).toBe(200);
    const appeal = await findCase(decisionId);
    await expectNotified(appeal);
    await app.call(cases.reverseDecision, { ...as(owner, decisionId), body: { statement: 'We were wrong.' } });
    await expectNotified(id, appeal);
  });

  it('are notified of every case that a sweep decides, and of every one again when the sweep is reversed', async () => {
    const ids = [await buildCase(), await buildCase()];
    const body = { action: 'hide', posted: 'none', cases: true, ...reasons } as const;
    const swept = await succeed(app.call(startSweep, { token: moderator.token, params: { id: author.id }, body }));
    await expectNotified(...ids);
    const own = await app.call(cases.listCases, { token: moderator.token, query: { state: 'closed' } });
    const about = own.ok ? own.body.find(({ subject }) => subject._id === author.id) : undefined;
    await app.call(cases.reverseDecision, { ...as(owner, swept.body._id), body: { statement: 'We were wrong.' } });
    await expectNotified(about?._id ?? '', ...ids);
  });

  it('get a 409 when a case was decided on the other server, and see the decision and who made it', async () => {
    const id = await buildCase();
    await requireDecided(id);
    const response = await decide(id, owner, 'warn');
    expect(response).toMatchObject({ status: 409, message: 'This case has already been decided.' });
    const found = await app.call(cases.getCase, as(owner, id));
    expect(found).toMatchObject({
      body: { state: 'closed', decisions: [{ action: 'hide', decidedBy: { _id: moderator.id } }] },
    });
  });
});
