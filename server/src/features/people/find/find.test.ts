import { setFollow } from '@afterhours/contract/people/follow';
import { findMembers } from '@afterhours/contract/people/people-filters';
import { createSkill } from '@afterhours/contract/profile/profile';
import { searchPeople } from '@afterhours/contract/search';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { loadPeopleInCommon } from '../loaders.ts';
import { selectSuggestions } from '../queries.ts';
import { selectMembers } from './find-queries.ts';

let app: TestApp;
let ana: TestMember;

beforeEach(async () => {
  app = await buildTestApp();
  ana = await buildMember(app, { firstName: 'Ana' });
});
afterEach(() => app.close());

async function find(query: Record<string, string>, viewer = ana) {
  return await succeed(app.call(findMembers, { token: viewer.token, query }));
}
const ids = async (query: Record<string, string>) => (await find(query)).body.map(({ _id }) => _id);
const follow = (who: TestMember, whom: TestMember) =>
  app.call(setFollow, { token: who.token, body: { action: 'follow', follow_user_id: whom.id } });
const member = (fields: Record<string, unknown>) =>
  buildMember(app, { firstName: 'Somebody', lastName: 'Else', profession: 'Baker', country: 'Chile', ...fields });

describe('Finding members', () => {
  it('filters by name, trade, country and skill, alone and combined, ignoring case and accents', async () => {
    const jose = await member({ firstName: 'José', lastName: 'Öztürk', profession: 'Wedding Photographer' });
    const maria = await member({ firstName: 'Maria', profession: 'Photographer & Videographer', country: 'Portugal' });
    const olu = await member({ firstName: 'Olu', lastName: 'Adé', country: 'Portugal' });
    for (const one of [jose, olu]) await app.call(createSkill, { token: one.token, body: { title: 'Glass blowing' } });
    expect(await ids({ name: 'jose' })).toEqual([jose.id]);
    expect(await ids({ name: 'OZT jos' })).toEqual([jose.id]);
    expect(await ids({ name: 'ol' })).toEqual([olu.id]);
    expect(await ids({ name: 'a' })).toEqual([olu.id]);
    expect(await ids({ trade: 'photograph' })).toEqual([maria.id, jose.id]);
    expect(await ids({ trade: 'wedding photographer' })).toEqual([jose.id]);
    expect(await ids({ country: 'portugal' })).toEqual([olu.id, maria.id]);
    expect(await ids({ country: 'PT', trade: 'video' })).toEqual([maria.id]);
    expect(await ids({ skill: 'blowing glass' })).toEqual([olu.id, jose.id]);
    expect(await ids({ skill: 'glass', country: 'Portugal', name: 'olu', trade: '' })).toEqual([olu.id]);
    // A trade does not match a name, nor a skill a trade.
    expect(await ids({ name: 'photographer' })).toEqual([]);
    expect(await ids({ trade: 'glass' })).toEqual([]);
    expect(await ids({ name: '!!!' })).toEqual([]);
    expect(await ids({})).toEqual([olu.id, maria.id, jose.id]);
  });

  it('shows each member’s relationship to the viewer and the people they have in common', async () => {
    const [found, ben, cleo, dan] = [
      await member({ profession: 'Potter' }),
      await member({ firstName: 'Ben' }),
      await member({ firstName: 'Cleo' }),
      await member({ firstName: 'Dan' }),
    ];
    for (const friend of [ben, cleo, dan]) await follow(friend, found);
    for (const friend of [ben, cleo, found]) await follow(ana, friend);
    const [row] = (await find({ trade: 'potter' })).body;
    expect(row).toMatchObject({
      _id: found.id,
      connectionStatus: 'none',
      inCommon: { count: 2, people: [{ firstName: 'Cleo' }, { firstName: 'Ben' }] },
    });
    expect(row?.follower).toHaveLength(1);
    const pair = [
      { user_id: ana.id, other_user_id: cleo.id, by_user: false },
      { user_id: cleo.id, other_user_id: ana.id, by_user: true },
    ];
    await app.services.db.insertInto('member_blocks').values(pair).execute();
    expect((await find({ trade: 'potter' })).body[0]?.inCommon).toMatchObject({ count: 1 });
    expect(await ids({ name: 'Cleo' })).toEqual([]);
  });

  it('is paged by cursor, without repeats while members join', async () => {
    for (let count = 0; count < 5; count++) await member({ profession: 'Tiler' });
    const first = await find({ trade: 'tiler', limit: '3' });
    await member({ profession: 'Tiler' });
    const second = await find({ trade: 'tiler', limit: '3', cursor: first.nextCursor ?? '' });
    expect([first.body.length, second.body.length, second.nextCursor]).toEqual([3, 2, null]);
    expect(new Set([...first.body, ...second.body].map(({ _id }) => _id)).size).toBe(5);
  });

  it.each([
    [{ country: 'Atlantis' }, 'country', 'Please choose a country from the list.'],
    [{ name: 'x'.repeat(81) }, 'name', 'Please use at most 80 characters.'],
    [{ cursor: 'abc' }, 'cursor', 'This cursor does not belong to this list.'],
  ])('rejects %j with the name of the field', async (query, field, message) => {
    const response = await app.call(findMembers, { token: ana.token, query: query });
    expect(response).toMatchObject({ status: 422, errors: [{ field, message }] });
  });

  it('is only for members', async () => {
    expect(await app.call(findMembers, { query: {} })).toMatchObject({ status: 401 });
  });

  it('takes three statements for one member and for fifty, all using indexes', async () => {
    const others: TestMember[] = [];
    for (let count = 0; count < 20; count++) others.push(await member({ profession: 'Tiler' }));
    for (const other of others.slice(0, 5)) await follow(ana, other);
    for (const other of others.slice(5)) await follow(others[0]!, other);
    for (const limit of ['1', '50']) expect(await app.countStatements(() => find({ trade: 'tiler', limit }))).toBe(3);
    const start = { limit: 20, after: null, offset: 0, page: 1 };
    const { db } = app.services;
    const filters = { query: "'tiler':*B", starts: ['an'], country: 'Chile' };
    const plan = await explain(db, (tx) => selectMembers(tx, ana.id, filters, start));
    expect(plan).toMatch(/users_country|member_search_document|users_first_name_start/);
    expect(plan).not.toContain('Seq Scan');
    const common = await explain(db, (tx) => loadPeopleInCommon(tx, ana.id, [others[7]!]));
    expect(common).toContain('follows_follower_id_followed_id_key');
    expect(common).not.toContain('Seq Scan');
  });
});

describe('Thousands of members waiting to join', () => {
  const start = { limit: 20, after: null, offset: 0, page: 1 };
  const everyone = { query: null, starts: [], country: null };

  async function insert(from: number, count: number): Promise<void> {
    await sql`
      INSERT INTO users (id, email, username, first_name, last_name, profession, country, email_verified_at)
      SELECT uuidv7(), n || '@wave.example', 'wave' || n, 'Wave', 'Rider', 'Baker', 'Chile', now()
      FROM generate_series(${from}::integer, ${from + count - 1}::integer) n`.execute(app.services.db);
    await sql`ANALYZE`.execute(app.services.db);
  }
  const wait = () =>
    sql`INSERT INTO join_requests (user_id, answer, ready_at)
      SELECT id, 'Let me in', now() FROM users WHERE username LIKE 'wave%'`.execute(app.services.db);
  /** Returns the highest loop count of any node in a plan. */
  const mostLoops = (plan: string) => Math.max(...[...plan.matchAll(/loops=(\d+)/g)].map(([, loops]) => Number(loops)));

  it('are not looked up one by one for pages of members, nor are all other members', async () => {
    const { db } = app.services;
    await insert(1, 3_000);
    const plans = () =>
      explain(
        db,
        async (tx) => {
          await selectMembers(tx, ana.id, everyone, start);
          await selectSuggestions(tx, 'colleagues', ana.id, start);
        },
        { analyze: true },
      );
    // Each source of suggestions scans at most two hundred members.
    expect(mostLoops(await plans())).toBeLessThan(300);
    await member({});
    const before = await ids({});
    expect(before).toHaveLength(20);
    await wait();
    await sql`ANALYZE`.execute(db);
    expect(mostLoops(await plans())).toBeLessThan(300);
    expect(await ids({})).toHaveLength(1);
    await sql`DELETE FROM join_requests`.execute(db);
    expect(await ids({})).toEqual(before);
  });

  it('take no place in a search', async () => {
    await insert(1, 1_000);
    await wait();
    const real = await member({ firstName: 'Wave', lastName: 'Maker' });
    const found = await app.call(searchPeople, { token: ana.token, body: { searchQuery: 'wave' } });
    expect(found.ok && found.body.map(({ _id }) => _id)).toEqual([real.id]);
  });
});
