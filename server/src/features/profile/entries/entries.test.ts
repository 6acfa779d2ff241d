import type { RouteDefinition } from '@afterhours/contract/base/route';
import * as contract from '@afterhours/contract/profile/profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { educations } from './educations.ts';
import { selectEntries } from './entry-queries.ts';
import { experiences } from './experiences.ts';
import { goals } from './goals.ts';
import { skills } from './skills.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
  ben = await buildMember(app);
});
afterAll(() => app.close());

const school = { title: 'Diploma', school: 'Evening School', startDate: '2010-09-01', endDate: '2012-06-30' };
const job = { title: 'Potter', company_name: 'Kiln & Co', location: 'Porto', startDate: '2015-01-01' };

/** A kind of entry: its calls, a valid form, a change to it, and the messages that confirm each. */
const kinds = [
  {
    name: 'goals',
    index: 'goals_newest',
    kind: goals,
    calls: [contract.listGoals, contract.createGoal, contract.updateGoal, contract.deleteGoal],
    form: { title: 'A stall of my own', type: 'long', description: 'By spring' },
    change: { title: 'Two stalls', type: 'short', description: 'By summer' },
    messages: ['Your goal has been added successfully', 'Your goal details has updated successfully', 'Goal deleted.'],
  },
  {
    name: 'skills',
    index: 'skills_newest',
    kind: skills,
    calls: [contract.listSkills, contract.createSkill, contract.updateSkill, contract.deleteSkill],
    form: { title: 'Pottery' },
    change: { title: 'Glazing' },
    messages: ['Skill added.', 'Skill updated.', 'Skill deleted.'],
  },
  {
    name: 'educations',
    index: 'educations_latest',
    kind: educations,
    calls: [contract.listEducations, contract.createEducation, contract.updateEducation, contract.deleteEducation],
    form: { ...school, grade: 'A', field_of_study: 'Clay', activities_and_societies: 'Choir', description: 'Well' },
    change: { ...school, title: 'Degree', grade: null, field_of_study: null, description: null },
    messages: ['Education added.', 'Education updated.', 'Education deleted.'],
  },
  {
    name: 'experiences',
    index: 'experiences_latest',
    kind: experiences,
    calls: [contract.listExperiences, contract.createExperience, contract.updateExperience, contract.deleteExperience],
    form: {
      ...job,
      endDate: '2016-01-01',
      location_type: 'Hybrid',
      employement_type: 'Part time',
      description: 'Mugs',
      currently_working: false,
    },
    change: { ...job, currently_working: true, endDate: null, location_type: null, employement_type: null },
    messages: ['Experience added.', 'Experience updated.', 'Experience deleted.'],
  },
];

describe.each(kinds)('$name', ({ kind, index, calls, form, change, messages }) => {
  const [list, create, update, remove] = calls as [
    typeof contract.listGoals,
    RouteDefinition,
    RouteDefinition,
    typeof contract.deleteGoal,
  ];
  const add = async (member: TestMember, body: object = form): Promise<string> => {
    return (await succeed(app.call(create as typeof contract.createGoal, { token: member.token, body }))).body._id;
  };
  const read = async (member: TestMember, userId?: string) => {
    const response = await app.call(list, { token: member.token, query: userId === undefined ? {} : { userId } });
    return response.ok ? response.body : response.status;
  };
  const edit = (member: TestMember, id: string, method: 'PUT' | 'POST' = 'PUT') =>
    app.call(
      { ...update, method },
      {
        token: member.token,
        params: { id },
        body: { ...change, _id: id },
      },
    );
  const erase = (member: TestMember, id: string) => app.call(remove, { token: member.token, params: { id } });

  it('can be added, changed by either method, and deleted, each with its own message', async () => {
    const member = await buildMember(app);
    expect(await read(member)).toEqual([]);
    const added = await app.call(create, { token: member.token, body: form });
    expect(added).toMatchObject({ ok: true, message: messages[0], body: form });
    const id = added.ok ? (added.body as { _id: string })._id : '';
    expect(await read(member)).toMatchObject([{ _id: id, ...form }]);
    expect(await edit(member, id)).toMatchObject({ ok: true, message: messages[1], body: change });
    expect(await edit(member, id, 'POST')).toMatchObject({ ok: true });
    expect(await read(member)).toMatchObject([{ _id: id, ...change }]);
    expect(await erase(member, id)).toMatchObject({ ok: true, message: messages[2], body: { _id: id } });
    expect(await read(member)).toEqual([]);
    expect(await erase(member, id)).toMatchObject({ status: 404 });
  });

  it('of another member are listed, but cannot be changed', async () => {
    const id = await add(ana);
    expect(await read(ben, ana.id)).toMatchObject([{ _id: id }]);
    expect(await read(ben)).toEqual([]);
    expect(await read(ben, '')).toEqual([]);
    expect(await read(ben, NOBODYS)).toBe(404);
    expect(await edit(ben, id)).toMatchObject({ status: 404 });
    expect(await erase(ben, id)).toMatchObject({ status: 404 });
    expect(await edit(ben, NOBODYS)).toMatchObject({ status: 404 });
    expect(await read(ana)).toMatchObject([{ _id: id, ...form }]);
  });

  it('are closed to guests', async () => {
    const sent = { params: { id: NOBODYS }, body: { ...form, _id: NOBODYS } };
    for (const route of [create, update]) expect(await app.call(route, sent)).toMatchObject({ status: 401 });
    expect(await app.call(list)).toMatchObject({ status: 401 });
    expect(await app.call(remove, { params: { id: NOBODYS } })).toMatchObject({ status: 401 });
  });

  it('number at most fifty, even when the last places are taken concurrently', async () => {
    const member = await buildMember(app);
    for (let number = 0; number < 47; number++) await add(member, { ...form, title: `Entry ${number}` });
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        app.call(create, { token: member.token, body: { ...form, title: `Last ${number}` } }),
      ),
    );
    expect(responses.filter((response) => response.ok)).toHaveLength(3);
    expect(responses.find((response) => !response.ok)).toMatchObject({
      status: 409,
      message: 'You can have at most 50 entries. Please delete one first.',
    });
    expect(await read(member)).toHaveLength(50);
  });

  it('are loaded in one statement, from their index', async () => {
    const member = await buildMember(app);
    expect(await app.countStatements(() => read(member))).toBe(1);
    await add(member);
    expect(await app.countStatements(() => read(member))).toBe(1);
    const plan = await explain(app.services.db, (db) => selectEntries(db, kind, member.id));
    expect(plan).toContain(index);
  });

  it('are deleted with their member', async () => {
    const member = await buildMember(app);
    await add(member);
    const { db } = app.services;
    await db.deleteFrom('users').where('id', '=', member.id).execute();
    const left = db.selectFrom(kind.table).select('id').where('user_id', '=', member.id);
    expect(await left.execute()).toEqual([]);
  });
});
