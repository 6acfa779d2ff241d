import { reportPost } from '@afterhours/contract/moderation/moderation';
import { appealDecision } from '@afterhours/contract/moderation/own-decisions';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let moderator: TestMember;
let owner: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [ana, ben] = await buildMembers(app, 2);
  moderator = await buildStaff(app, 'moderator');
  owner = await buildStaff(app, 'owner');
});
afterAll(() => app.close());

async function caseOf(subjectId: string): Promise<string> {
  const { body } = await succeed(app.call(cases.listCases, { token: owner.token, query: { limit: '100' } }));
  const found = body.find(({ subject }) => subject._id === subjectId);
  if (!found) throw new Error('no case');
  return found._id;
}

/** Inserts a reported post. Returns its case. */
async function buildReported(author: TestMember): Promise<string> {
  const { _id } = await buildPost(app, author);
  await succeed(app.call(reportPost, { token: ben.token, body: { post_id: _id } }));
  return caseOf(_id);
}

const open = async (id: string, by: TestMember) =>
  (await succeed(app.call(cases.getCase, { token: by.token, params: { id } }))).body;
const decide = async (id: string, by: TestMember, action: string) => {
  const body = { action, rule: 'Be kind', statement: 'It stays as it is.' };
  return (await succeed(app.call(cases.decideCase, { token: by.token, params: { id }, body }))).body._id;
};
const reverse = (id: string, by: TestMember) =>
  app.call(cases.reverseDecision, { token: by.token, params: { id }, body: { statement: 'We were wrong.' } });

async function appeal(decisionId: string): Promise<string> {
  const body = { words: 'The shop is mine.' };
  await succeed(app.call(appealDecision, { token: ana.token, params: { id: decisionId }, body }));
  return caseOf(decisionId);
}

describe('A case', () => {
  it('tells staff whether they may decide it', async () => {
    const [own, another] = [await buildReported(moderator), await buildReported(ana)];
    expect(await open(own, moderator)).toMatchObject({ refusal: 'own' });
    expect(await open(own, await buildStaff(app, 'moderator'))).toMatchObject({ refusal: 'staff' });
    expect(await open(own, owner)).toMatchObject({ refusal: null });
    expect(await open(another, moderator)).toMatchObject({ refusal: null });
  });

  it('shows what reporters have written to staff, except to the one whom it concerns', async () => {
    const { _id } = await buildPost(app, moderator);
    const words = 'As I told you yesterday: stop.';
    await succeed(app.call(reportPost, { token: ben.token, body: { post_id: _id, category: 'harassment', words } }));
    const id = await caseOf(_id);
    expect((await open(id, owner)).reports).toMatchObject([{ category: 'harassment', words }]);
    expect((await open(id, moderator)).reports).toMatchObject([{ category: 'harassment', words: null }]);
  });

  it('tells staff which of its decisions they may reverse', async () => {
    const ofStaff = await buildReported(moderator);
    await decide(ofStaff, owner, 'warn');
    expect((await open(ofStaff, owner)).decisions).toMatchObject([{ action: 'warn', reversible: true }]);
    expect((await open(ofStaff, moderator)).decisions).toMatchObject([{ action: 'warn', reversible: false }]);
    const id = await buildReported(ana);
    await reverse(await decide(id, moderator, 'warn'), moderator);
    expect(await open(id, moderator)).toMatchObject({ state: 'closed', outcome: 'reverse' });
    expect((await open(id, moderator)).decisions).toMatchObject([
      { action: 'warn', reversible: false },
      { action: 'reverse', reversible: false },
    ]);
    const kept = await buildReported(ana);
    await decide(kept, moderator, 'none');
    expect(await open(kept, moderator)).toMatchObject({
      outcome: 'none',
      decisions: [{ action: 'none', reversible: false }],
    });
  });
});

describe('An appeal', () => {
  it('tells the one who made the decision that somebody else has to decide it', async () => {
    const original = await buildReported(ana);
    const id = await appeal(await decide(original, moderator, 'warn'));
    expect(await open(id, moderator)).toMatchObject({ refusal: 'sameDecider', decisions: [{ reversible: false }] });
    expect((await open(original, moderator)).decisions).toMatchObject([{ reversible: false }]);
    expect(await open(id, owner)).toMatchObject({ refusal: null, decisions: [{ reversible: true }] });
  });

  it('was rejected or granted, in every list of cases', async () => {
    const original = await buildReported(ana);
    const [warned, hidden] = [await decide(original, moderator, 'warn'), await buildReported(ana)];
    const rejected = await appeal(warned);
    const granted = await appeal(await decide(hidden, moderator, 'hide'));
    await decide(rejected, owner, 'none');
    const { subject } = await open(granted, owner);
    await reverse(subject._id, owner);
    // A reversal after the appeal does not change how it ended.
    await reverse(warned, owner);
    const query = { state: 'closed', kind: 'appeal', limit: '100' } as const;
    const { body } = await succeed(app.call(cases.listCases, { token: moderator.token, query }));
    const outcomes = Object.fromEntries(body.map(({ _id, outcome }) => [_id, outcome]));
    expect(outcomes).toMatchObject({ [rejected]: 'none', [granted]: 'reverse' });
    const { earlier } = await open(original, moderator);
    expect(earlier.find(({ _id }) => _id === granted)).toMatchObject({ kind: 'appeal', outcome: 'reverse' });
    expect(await open(rejected, moderator)).toMatchObject({
      outcome: 'none',
      decisions: [{ kind: 'post', action: 'warn' }, { kind: 'appeal', action: 'none' }, { action: 'reverse' }],
    });
  });
});
