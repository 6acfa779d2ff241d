import { reportPost } from '@afterhours/contract/moderation';
import * as cases from '@afterhours/contract/staff-cases';
import { startSweep } from '@afterhours/contract/staff-sweeps';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTabFor } from '#testing/calls/sockets.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { findRedisProgram } from '#testing/stand-ins/redis-server.ts';
import { SOON, startTwoServers, type TwoServers } from '#testing/stand-ins/two-servers.ts';
import type { TestApp } from '#testing/test-app.ts';

const program = findRedisProgram();
let both: TwoServers;
let app: TestApp;
let author: TestMember;
let reporter: TestMember;
let moderator: TestMember;
let owner: TestMember;
/** The cases that the windows of both, on two servers, were told of; members are told of none. */
let news: { case_ids: string[] }[][];

const reasons = { rule: 'No fraud', statement: 'We hid it, because it is fraud.' };
const as = ({ token }: TestMember, id: string) => ({ token, params: { id } });

async function findCase(subjectId: string): Promise<string> {
  const found = await app.call(cases.listCases, { token: moderator.token, query: { limit: '100' } });
  const one = found.ok ? found.body.find(({ subject }) => subject._id === subjectId) : undefined;
  if (!one) throw new Error('no case');
  return one._id;
}

/** Reports a new post; returns its case, of which both windows were told. */
async function buildCase(): Promise<string> {
  const post = await buildPost(app, author);
  await app.call(reportPost, { token: reporter.token, body: { post_id: post._id } });
  const id = await findCase(post._id);
  await expectTold(id);
  return id;
}

/** Expects that the windows of all staff are told of these cases, in any order, and then forgets it. */
async function expectTold(...ids: string[]): Promise<void> {
  for (const told of news) {
    await expect.poll(() => told.flatMap(({ case_ids }) => case_ids).toSorted(), SOON).toEqual(ids.toSorted());
    told.length = 0;
  }
}

const decide = (id: string, by: TestMember, action = 'hide') =>
  app.call(cases.decideCase, { ...as(by, id), body: { action, ...reasons } });

async function requireDecided(id: string, action?: string): Promise<string> {
  const decided = await decide(id, moderator, action);
  if (!decided.ok) throw new Error(decided.message);
  await expectTold(id);
  return decided.body._id;
}

describe.skipIf(program === null)('The staff at two servers (needs redis-server)', () => {
  beforeAll(async () => {
    both = await startTwoServers(program ?? '');
    app = both.app;
    [moderator, owner] = [await buildStaff(app, 'moderator'), await buildStaff(app, 'owner')];
  }, 30_000);
  beforeEach(async () => {
    [author, reporter] = [await buildMember(app), await buildMember(app)];
    const [here, there] = both.origins;
    news = [await openTabFor('cases', here, moderator), await openTabFor('cases', there, owner)];
  });
  afterAll(() => both.stop());

  it('are told of a report, a claim and a decision, and nobody else is', async () => {
    const [here, there] = both.origins;
    const others = [await openTabFor('cases', here, author), await openTabFor('cases', there, reporter)];
    const id = await buildCase();
    await app.call(cases.claimCase, as(moderator, id));
    await expectTold(id);
    expect(await app.call(cases.getCase, as(owner, id))).toMatchObject({
      body: { state: 'claimed', claimedBy: { _id: moderator.id } },
    });
    await requireDecided(id);
    expect(others).toEqual([[], []]);
  });

  it('are told of an appeal, and of a reversal, which decides the appeal, too', async () => {
    const id = await buildCase();
    const decisionId = await requireDecided(id, 'warn');
    const appealed = await app.call(cases.appealDecision, { ...as(author, decisionId), body: { words: 'I did not.' } });
    expect(appealed.status).toBe(200);
    const appeal = await findCase(decisionId);
    await expectTold(appeal);
    await app.call(cases.reverseDecision, { ...as(owner, decisionId), body: { statement: 'We were wrong.' } });
    await expectTold(id, appeal);
  });

  it('are told of each case that is decided together, and of each when that is reversed', async () => {
    const ids = [await buildCase(), await buildCase()];
    const body = { action: 'hide', posted: 'none', cases: true, ...reasons } as const;
    const swept = await app.call(startSweep, { token: moderator.token, params: { id: author.id }, body });
    if (!swept.ok) throw new Error(swept.message);
    await expectTold(...ids);
    const own = await app.call(cases.listCases, { token: moderator.token, query: { state: 'closed' } });
    const about = own.ok ? own.body.find(({ subject }) => subject._id === author.id) : undefined;
    await app.call(cases.reverseDecision, { ...as(owner, swept.body._id), body: { statement: 'We were wrong.' } });
    await expectTold(about?._id ?? '', ...ids);
  });

  it('cannot decide what was decided elsewhere: they are told so, and who decided what is in the case', async () => {
    const id = await buildCase();
    await requireDecided(id);
    const answer = await decide(id, owner, 'warn');
    expect(answer).toMatchObject({ status: 409, message: 'This case has already been decided.' });
    const found = await app.call(cases.getCase, as(owner, id));
    expect(found).toMatchObject({
      body: { state: 'closed', decisions: [{ action: 'hide', decidedBy: { _id: moderator.id } }] },
    });
  });
});
