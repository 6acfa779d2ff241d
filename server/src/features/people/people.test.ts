import { setFollow } from '@afterhours/contract/people/follow';
import { dismissSuggestion, listColleagues, listRecommendedPeople } from '@afterhours/contract/people/people';
import { createSkill } from '@afterhours/contract/profile/profile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { selectSuggestions } from './queries.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;

beforeEach(async () => {
  app = await buildTestApp();
  ana = await buildMember(app, { profession: 'Photographer', country: 'Portugal' });
});
afterEach(() => app.close());

type List = typeof listColleagues;

async function suggested(route: List, member = ana, query: Record<string, string> = {}) {
  return await succeed(app.call(route, { token: member.token, query }));
}
const reasons = async (route: List) =>
  Object.fromEntries((await suggested(route)).body.map((person) => [person._id, person.reason]));

async function learn({ token }: TestMember, ...titles: string[]): Promise<void> {
  for (const title of titles) await app.call(createSkill, { token, body: { title } });
}

const member = (profession: string, country = 'Chile') => buildMember(app, { profession, country });
const follow = (who: TestMember, whom: TestMember) =>
  app.call(setFollow, { token: who.token, body: { action: 'follow', follow_user_id: whom.id } });

async function connect(one: TestMember, two: TestMember): Promise<void> {
  const relationships = [
    { user_id: one.id, other_user_id: two.id },
    { user_id: two.id, other_user_id: one.id },
  ];
  await app.services.db.insertInto('connections').values(relationships).execute();
}

describe('Recommended people', () => {
  it('have the same or a similar profession, a common skill or a common follow, with the reason', async () => {
    const same = await member('photographer');
    const skilled = await member('Welder');
    await learn(ana, 'Pottery');
    await learn(same, 'pottery');
    await learn(skilled, 'POTTERY');
    const similar = await member('Wedding Photographer');
    const [baker, friend] = [await member('Baker'), await member('Editor')];
    await member('Plumber', 'Portugal');
    await follow(ana, friend);
    await follow(friend, baker);
    await follow(friend, ana);
    const list = (await suggested(listRecommendedPeople)).body;
    expect(list).toMatchObject([
      { _id: same.id, reason: 'Same profession as you', follower: [], follow_notification: 'On' },
      { _id: similar.id, reason: 'A profession like yours' },
      { _id: skilled.id, reason: 'Also skilled in Pottery' },
      { _id: baker.id, reason: 'Followed by someone you follow' },
    ]);
    expect(list).toHaveLength(4);
  });

  it('permanently exclude the viewer, followed members and dismissed members', async () => {
    const [followed, dismissed, left] = [
      await member('Photographer'),
      await member('Photographer'),
      await member('Photographer'),
    ];
    await follow(ana, followed);
    const dismiss = (userId: string) => app.call(dismissSuggestion, { token: ana.token, body: { userId } });
    expect(await dismiss(dismissed.id)).toMatchObject({ ok: true, body: { userId: dismissed.id } });
    expect(await dismiss(dismissed.id)).toMatchObject({ ok: true });
    for (const route of [listRecommendedPeople, listColleagues])
      expect(Object.keys(await reasons(route))).toEqual([left.id]);
    expect(await dismiss(ana.id)).toMatchObject({ status: 422, errors: [{ field: 'userId' }] });
    expect(await dismiss(NOBODYS)).toMatchObject({ status: 404 });
    expect(await app.call(dismissSuggestion, { body: { userId: left.id } })).toMatchObject({ status: 401 });
    const theirs = await suggested(listRecommendedPeople, left);
    expect(theirs.body.map((person) => person._id)).toContain(dismissed.id);
  });

  it('are empty for a member without a profession and relationships', async () => {
    const plain = await buildMember(app, { profession: undefined });
    expect((await suggested(listRecommendedPeople, plain)).body).toEqual([]);
    expect((await suggested(listColleagues, plain)).body.length).toBeGreaterThan(0);
  });
});

describe('Suggested colleagues', () => {
  it('list members with the same skills first, by their number', async () => {
    const [one, three, connected, followed] = [
      await member('Baker'),
      await member('Welder'),
      await member('Tailor'),
      await member('Editor'),
    ];
    await learn(ana, 'Pottery', 'Glazing', 'Pricing');
    await learn(three, 'pricing', 'glazing', 'POTTERY', 'Welding');
    for (const other of [one, connected, followed]) await learn(other, 'Glazing');
    await connect(ana, connected);
    await follow(ana, followed);
    const list = (await suggested(listColleagues)).body;
    expect(list.map(({ _id, reason }) => [_id, reason])).toEqual([
      [three.id, 'Also skilled in Pottery and 2 more'],
      [one.id, 'Also skilled in Glazing'],
    ]);
    const first = await suggested(listColleagues, ana, { limit: '1' });
    const second = await suggested(listColleagues, ana, { limit: '1', cursor: first.nextCursor ?? '' });
    expect(second.body).toMatchObject([{ _id: one.id }]);
  });

  it('include connections of connections, the same profession, the same country, and new members', async () => {
    const [friend, far, further] = [await member('Baker'), await member('Welder'), await member('Editor')];
    const [second, neighbour] = [await member('Painter'), await member('Tailor', 'Portugal')];
    await connect(ana, friend);
    await connect(ana, further);
    await connect(friend, far);
    await connect(further, far);
    await connect(friend, second);
    const stranger = await member('Singer');
    const list = (await suggested(listColleagues)).body;
    expect(list.map(({ _id, reason }) => [_id, reason])).toEqual([
      [far.id, '2 shared connections'],
      [second.id, '1 shared connection'],
      [neighbour.id, 'Also in Portugal'],
      [stranger.id, 'From Chile'],
    ]);
  });

  it('are paged without repeats while some are followed in between', async () => {
    const others = [];
    for (let count = 0; count < 9; count++) others.push(await member(count % 2 ? 'Photographer' : 'Baker'));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof suggested>> = await suggested(listColleagues, ana, {
        limit: '2',
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.body.map((person) => person._id));
      await follow(ana, others.find((other) => other.id === page.body[0]?._id)!);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen.toSorted()).toEqual(others.map((other) => other.id).toSorted());
  });
});

describe('The reason for a suggestion', () => {
  it('is sent as an English sentence and as its parts, and is empty if there is none', async () => {
    const [skilled, neighbour, stranger] = [
      await member('Welder'),
      await member('Tailor', 'Portugal'),
      await member(''),
    ];
    await learn(ana, 'Pottery', 'Glazing');
    await learn(skilled, 'Pottery', 'Glazing');
    const parts = (await suggested(listColleagues)).body.map(({ _id, reason, reasonParts }) => [
      _id,
      reason,
      reasonParts,
    ]);
    expect(parts).toEqual([
      [skilled.id, 'Also skilled in Pottery and 1 more', { kind: 'skills', name: 'Pottery', n: 1 }],
      [neighbour.id, 'Also in Portugal', { kind: 'country', name: 'Portugal', n: 0 }],
      [stranger.id, 'From Chile', { kind: 'elsewhere', name: 'Chile', n: 0 }],
    ]);
    await app.services.db.updateTable('users').set({ country: null }).where('id', '=', stranger.id).execute();
    expect((await suggested(listColleagues)).body.at(-1)).toMatchObject({ reason: '', reasonParts: null });
  });
});

describe('The cost of suggestions', () => {
  it('is one statement for the list and one for the people in common, both using indexes', async () => {
    for (let count = 0; count < 6; count++) await member('Photographer', 'Portugal');
    for (const route of [listRecommendedPeople, listColleagues]) {
      for (const limit of ['1', '50'])
        expect(await app.countStatements(() => suggested(route, ana, { limit }))).toBe(2);
    }
    const start = { limit: 20, after: null, offset: 0, page: 1 };
    const plan = await explain(app.services.db, (db) => selectSuggestions(db, 'colleagues', ana.id, start));
    for (const index of [
      'users_profession',
      'users_profession_kind',
      'users_country',
      'users_pkey',
      'connections_pkey',
      'skills_shared',
    ])
      expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });

  it('is incurred only for members', async () => {
    expect(await app.call(listRecommendedPeople)).toMatchObject({ status: 401 });
    expect(await app.call(listColleagues)).toMatchObject({ status: 401 });
  });
});
