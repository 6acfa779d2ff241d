/** What members write about themselves, wherever they write it: found by filters, and shown in the case about them. */
import { signup } from '@afterhours/contract/account/account';
import { defaultSettings } from '@afterhours/contract/community/community';
import { reportMember } from '@afterhours/contract/moderation/moderation';
import * as profile from '@afterhours/contract/profile/profile';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { setLinks } from '@afterhours/contract/profile/showcase';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFiltering } from '#testing/calls/filtering.ts';
import { buildMember, buildSignup, type TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let owner: TestMember;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ SIGN_UPS_PER_HOUR: '0' });
  owner = await buildStaff(app, 'owner');
  await addFilter({ effect: 'flag' });
  await addFilter({ effect: 'flag', kind: 'domains', entries: ['copied.example'], note: 'No copied shops' });
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

const { addFilter, caseOf, decide } = createFiltering(() => ({ app, owner, ana }));

const goal = { title: 'A stall', type: 'long' as const, description: 'By spring' };
const school = { title: 'Diploma', school: 'Evening School', startDate: '2010-09-01', endDate: '2012-06-30' };
const job = {
  title: 'Potter',
  company_name: 'Kiln & Co',
  location: 'Porto',
  startDate: '2015-01-01',
  currently_working: true,
};
type Write = (word: string) => Promise<{ ok: boolean; message: string }>;

const addGoal = (more: object) => app.call(profile.createGoal, { token: ana.token, body: { ...goal, ...more } });
const addSchool = (more: object) =>
  app.call(profile.createEducation, { token: ana.token, body: { ...school, ...more } });
const addJob = (more: object) => app.call(profile.createExperience, { token: ana.token, body: { ...job, ...more } });
const update = (body: object) => app.call(updateProfile, { token: ana.token, body });
const setOne = (label: string, url: string) =>
  app.call(setLinks, { token: ana.token, body: { links: [{ label, url }] } });

const texts: Record<string, Write> = {
  'the first name': (word) => update({ firstName: word }),
  'the last name': (word) => update({ lastName: word }),
  'the profession': (word) => update({ profession: word }),
  'the intro': (word) => update({ intro_details: word }),
  'the bio': (word) => app.call(profile.setBio, { token: ana.token, body: { bio: word } }),
  'the name of a link': (word) => setOne(word, 'https://pots.example'),
  'the title of a goal': (word) => addGoal({ title: word }),
  'the description of a goal': (word) => addGoal({ description: word }),
  'a skill': (word) => app.call(profile.createSkill, { token: ana.token, body: { title: word } }),
  'the title of an education': (word) => addSchool({ title: word }),
  'the school of an education': (word) => addSchool({ school: word }),
  'the grade of an education': (word) => addSchool({ grade: word }),
  'the field of an education': (word) => addSchool({ field_of_study: word }),
  'the activities of an education': (word) => addSchool({ activities_and_societies: word }),
  'the description of an education': (word) => addSchool({ description: word }),
  'the title of an experience': (word) => addJob({ title: word }),
  'the company of an experience': (word) => addJob({ company_name: word }),
  'the place of an experience': (word) => addJob({ location: word }),
  'the description of an experience': (word) => addJob({ description: word }),
};

const register = async (fields: object) => {
  const body = buildSignup({ ...fields });
  expect(await app.call(signup, { body })).toMatchObject({ ok: true });
  const { id } = await app.services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', body.email)
    .executeTakeFirstOrThrow();
  return id;
};

/** Makes everyone who joins from now on answer a question and wait for approval. */
async function requireApproval() {
  const settings = JSON.stringify({ ...defaultSettings, registration: 'approval' });
  const row = { settings, version: 1 };
  const { db, community } = app.services;
  await db
    .insertInto('community_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute();
  await community.reload();
}

describe('A filter for profiles', () => {
  it.each(Object.entries(texts))('finds a word in %s, which the case shows', async (_name, write) => {
    expect(await write('Casino')).toMatchObject({ ok: true });
    const found = await caseOf(ana.id);
    expect(found).toMatchObject({ subject: { kind: 'member' }, rules: [{ note: 'No gambling', effect: 'flag' }] });
    expect(`${found?.evidence.title} ${found?.evidence.text}`).toContain('Casino');
  });

  it('finds a domain in the address of a link, and a word in a username', async () => {
    await setOne('Shop', 'https://pay.copied.example/now');
    expect(await caseOf(ana.id)).toMatchObject({ rules: [{ note: 'No copied shops' }] });
    ana = await buildMember(app);
    await update({ username: 'casino' });
    expect(await caseOf(ana.id)).toMatchObject({ rules: [{ note: 'No gambling' }] });
  });

  it('finds a word in an edited entry, and finds nothing in harmless entries', async () => {
    for (const write of Object.values(texts)) await write('Kiln');
    expect(await caseOf(ana.id)).toBeUndefined();
    const created = await app.call(profile.createGoal, { token: ana.token, body: goal });
    const params = { id: created.ok ? created.body._id : '' };
    await app.call(profile.updateGoal, { token: ana.token, params, body: { ...goal, title: 'My casino' } });
    expect(await caseOf(ana.id)).toMatchObject({ rules: [{ note: 'No gambling' }] });
    await decide(ana.id, 'none');
    await app.call(profile.updateGoal, { token: ana.token, params, body: { ...goal, title: 'The casino' } });
    expect(await caseOf(ana.id)).toBeUndefined();
  });

  it('finds words in a registration, including the answer to the join question', async () => {
    const plain = await register({ profession: 'Runs a casino', answer: 'I make lamps.' });
    expect(await caseOf(plain)).toMatchObject({ rules: [{ note: 'No gambling' }] });
    await requireApproval();
    const asking = await register({ answer: 'I have a casino.' });
    const found = await caseOf(asking);
    expect(found).toMatchObject({ rules: [{ note: 'No gambling' }], path: null });
    expect(found?.evidence.text).toContain('I have a casino.');
    const quiet = await register({ answer: 'I make lamps.' });
    expect(await caseOf(quiet)).toBeUndefined();
  });
});

describe('The case about a member', () => {
  it('shows everything that they wrote about themselves, and the remaining texts after a deletion', async () => {
    for (const [name, write] of Object.entries(texts)) if (!name.endsWith('name')) await write(`Here: ${name}`);
    const skill = await app.call(profile.createSkill, { token: ana.token, body: { title: 'Pay me first' } });
    await app.call(reportMember, { token: owner.token, body: { userId: ana.id } });
    const first = await caseOf(ana.id);
    expect(first?.evidence.text).toContain('Pay me first');
    expect(first?.evidence.text).toContain(ana.user.username);
    const params = { id: skill.ok ? skill.body._id : '' };
    await app.call(profile.deleteSkill, { token: ana.token, params });
    const second = await caseOf(ana.id);
    expect(second?.evidence.text).toContain('Pay me first');
    expect(second?.evidence.edited).not.toContain('Pay me first');
    for (const name of Object.keys(texts)) if (!name.endsWith('name')) expect(first?.evidence.text).toContain(name);
  });
});
