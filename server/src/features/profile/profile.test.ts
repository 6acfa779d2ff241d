import * as contract from '@afterhours/contract/profile/profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDescription } from '#testing/calls/description.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm, buildPng } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
const REQUIRED = 'This field is required';
const letters = (count: number): string => 'x'.repeat(count);
let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
});
afterAll(() => app.close());

const goal = { title: 'A stall', type: 'long', description: 'By spring' };
const education = { title: 'Diploma', school: 'Evening School', startDate: '2010-09-01', endDate: '2012-06-30' };
const experience = {
  title: 'Potter',
  company_name: 'Kiln & Co',
  location: 'Porto',
  startDate: '2015-01-01',
  endDate: '2016-01-01',
};

describe('The form of a profile entry', () => {
  const { createGoal, createSkill, createEducation, createExperience } = contract;
  const late = 'End Date must be later than or equal to Start Date';
  const none = 'This date does not exist.';
  const choose = 'Please choose from the list.';

  it.each([
    [createGoal, goal, 'title', '  ', REQUIRED],
    [createGoal, goal, 'title', undefined, REQUIRED],
    [createGoal, goal, 'title', letters(121), 'Please use at most 120 characters.'],
    [createGoal, goal, 'type', 'medium', REQUIRED],
    [createGoal, goal, 'description', '', REQUIRED],
    [createGoal, goal, 'description', letters(2_001), 'Please use at most 2,000 characters.'],
    [createSkill, {}, 'title', ' ', 'This field will be required'],
    [createSkill, {}, 'title', letters(81), 'Please use at most 80 characters.'],
    [createEducation, education, 'school', '', REQUIRED],
    [createEducation, education, 'startDate', '', REQUIRED],
    [createEducation, education, 'startDate', '31-02-2000', none],
    [createEducation, education, 'startDate', '2000-02-31', none],
    [createEducation, education, 'endDate', '', REQUIRED],
    [createEducation, education, 'endDate', '2010-08-31', late],
    [createEducation, education, 'grade', letters(121), 'Please use at most 120 characters.'],
    [createExperience, experience, 'company_name', '', REQUIRED],
    [createExperience, experience, 'location', undefined, REQUIRED],
    [createExperience, experience, 'location_type', 'On the moon', choose],
    [createExperience, experience, 'employement_type', 'full time', choose],
    [createExperience, experience, 'endDate', '', REQUIRED],
    [createExperience, experience, 'endDate', undefined, REQUIRED],
    [createExperience, experience, 'endDate', '2014-12-31', late],
    [createExperience, experience, 'currently_working', 'maybe', 'This must be true or false.'],
  ])('(%o, %o) is rejected with %s = %j', async (route, form, field, value, message) => {
    const body = { ...form, [field]: value };
    const response = await app.call(route as typeof createGoal, { token: ana.token, body });
    expect(response).toMatchObject({ ok: false, status: 422, errors: [{ field, message }] });
  });

  it('is rejected in the same way when it changes an existing entry', async () => {
    const change = { ...education, _id: NOBODYS, endDate: '2010-08-31' };
    const response = await app.call(contract.updateEducation, { token: ana.token, body: change });
    expect(response).toMatchObject({ status: 422, errors: [{ field: 'endDate', message: late }] });
  });

  it('is accepted up to its limits', async () => {
    const { token } = await buildMember(app);
    const full = { ...goal, title: letters(120), description: letters(2_000) };
    expect(await app.call(createGoal, { token, body: full })).toMatchObject({ ok: true, body: full });
    expect(await app.call(createSkill, { token, body: { title: letters(80) } })).toMatchObject({ ok: true });
    const oneDay = { ...education, startDate: '2012-02-29', endDate: '2012-02-29' };
    expect(await app.call(createEducation, { token, body: oneDay })).toMatchObject({ ok: true, body: oneDay });
  });

  it('may be multipart without files for a goal', async () => {
    const { token } = await buildMember(app);
    expect(await app.call(createGoal, { token, form: buildForm(goal) })).toMatchObject({ ok: true, body: goal });
    const file = { field: 'image', name: 'a.png', bytes: await buildPng(2, 2) };
    const response = await app.call(createGoal, { token, form: buildForm(goal, [file]) });
    expect(response).toMatchObject({ status: 422, message: "The field 'image' does not accept files." });
    const { body } = (await app.call(contract.listGoals, { token })) as { body: unknown[] };
    expect(body).toHaveLength(1);
  });
});

describe('The order of profile entries', () => {
  it('is newest first for skills and goals', async () => {
    const { token } = await buildMember(app);
    for (const title of ['One', 'Two', 'Three']) await app.call(contract.createSkill, { token, body: { title } });
    expect(await app.call(contract.listSkills, { token })).toMatchObject({
      body: [{ title: 'Three' }, { title: 'Two' }, { title: 'One' }],
    });
  });

  it('starts with the latest end for education', async () => {
    const { token } = await buildMember(app);
    for (const endDate of ['2011-01-01', '2019-05-05', '2015-03-03'])
      await app.call(contract.createEducation, { token, body: { ...education, endDate } });
    expect(await app.call(contract.listEducations, { token })).toMatchObject({
      body: [{ endDate: '2019-05-05' }, { endDate: '2015-03-03' }, { endDate: '2011-01-01' }],
    });
  });

  it('puts current experiences before past ones, without an end date', async () => {
    const { token } = await buildMember(app);
    const add = (fields: object) => app.call(contract.createExperience, { token, body: { ...experience, ...fields } });
    await add({ title: 'Past' });
    expect(await add({ title: 'Now', currently_working: 'true', endDate: '2014-01-01' })).toMatchObject({
      ok: true,
      body: { currently_working: true, endDate: null },
    });
    await add({ title: 'Lately', endDate: '2024-01-01', location_type: '', employement_type: null });
    await add({ title: 'Newest', currently_working: true, startDate: '2020-01-01', endDate: '' });
    expect(await app.call(contract.listExperiences, { token })).toMatchObject({
      body: [
        { title: 'Newest' },
        { title: 'Now' },
        { title: 'Lately', currently_working: false, location_type: null, employement_type: null },
        { title: 'Past' },
      ],
    });
  });
});

describe('A skill', () => {
  const add = (token: string, title: string) => app.call(contract.createSkill, { token, body: { title } });
  const twice = { status: 409, message: 'You already have this skill.' };

  it('exists once per member, whatever its case, even if added several times concurrently', async () => {
    const { token } = await buildMember(app);
    const responses = await Promise.all(
      ['Pottery', 'POTTERY', 'pottery', ' Pottery  '].map((title) => add(token, title)),
    );
    expect(responses.filter((response) => response.ok)).toHaveLength(1);
    expect(responses.find((response) => !response.ok)).toMatchObject(twice);
    expect(await add(token, 'ÉMAIL')).toMatchObject({ ok: true });
    expect(await add(token, 'émail')).toMatchObject(twice);
    expect(await add((await buildMember(app)).token, 'Pottery')).toMatchObject({ ok: true });
  });

  it("cannot be renamed to another of the member's skills, but can change its case", async () => {
    const { token } = await buildMember(app);
    await add(token, 'Glazing');
    const response = await succeed(add(token, 'Trimming'));
    const change = (title: string) =>
      app.call(contract.updateSkill, { token, body: { _id: response.body._id, title } });
    expect(await change('glazing')).toMatchObject(twice);
    expect(await change('trimming')).toMatchObject({ ok: true, body: { title: 'trimming' } });
  });
});

describe('A bio', () => {
  const set = (token: string, bio: unknown) => app.call(contract.setBio, { token, body: { bio } });
  const get = (token: string, userId = '') => app.call(contract.getBio, { token, query: { userId } });

  it('can be set, read by others, and removed', async () => {
    const { token, id } = await buildMember(app);
    expect(await get(token)).toMatchObject({ ok: true, body: { bio: '' } });
    expect(await set(token, ' Mugs,\r\nmostly. ')).toMatchObject({
      ok: true,
      message: 'Your bio is saved.',
      body: { bio: 'Mugs,\nmostly.' },
    });
    expect(await get(ana.token, id)).toMatchObject({ body: { bio: 'Mugs,\nmostly.' } });
    expect(await set(token, '')).toMatchObject({ ok: true, body: { bio: '' } });
    expect(await get(ana.token, id)).toMatchObject({ body: { bio: '' } });
  });

  it('has a maximum length, and is closed to guests', async () => {
    expect(await set(ana.token, letters(2_000))).toMatchObject({ ok: true });
    expect(await set(ana.token, letters(2_001))).toMatchObject({ status: 422, errors: [{ field: 'bio' }] });
    expect(await set(ana.token, null)).toMatchObject({ status: 422, errors: [{ field: 'bio' }] });
    expect(await get(ana.token, NOBODYS)).toMatchObject({ status: 404 });
    expect(await app.call(contract.setBio, { body: { bio: 'x' } })).toMatchObject({ status: 401 });
    expect(await app.call(contract.getBio)).toMatchObject({ status: 401 });
  });
});

it('The API description lists calls with two methods under both, and tells which accept multipart', async () => {
  const { paths } = await readDescription<{
    paths: Record<string, Record<string, { summary: string; requestBody: { content: object } }>>;
  }>(app);
  const typesOf = (path: string, method: string) => Object.keys(paths[path]?.[method]?.requestBody.content ?? {});
  for (const method of ['put', 'post']) {
    expect(paths['/api/goal/update/{id}']?.[method]?.summary).toBe('Change a goal, as JSON or multipart');
    expect(typesOf('/api/goal/update/{id}', method)).toEqual(['application/json', 'multipart/form-data']);
    expect(typesOf('/api/updateProfile', method)).toHaveLength(2);
    expect(typesOf('/api/education/update', method)).toEqual(['application/json']);
  }
});
