import { setBlock } from '@afterhours/contract/moderation/moderation';
import { setFollow } from '@afterhours/contract/people/follow';
import { searchPeople } from '@afterhours/contract/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { findWords } from '../words.ts';
import { selectCandidates } from './people-queries.ts';

let app: TestApp;
let viewer: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  viewer = await buildMember(app, { firstName: 'Reader', lastName: 'One' });
});
afterAll(() => app.close());

async function read(searchQuery: string, query: Record<string, string> = {}, member = viewer) {
  return await succeed(app.call(searchPeople, { token: member.token, query, body: { searchQuery } }));
}
const find = async (searchQuery: string) => (await read(searchQuery)).body.map((person) => person._id);

/** Builds members with the same first name and the fame of a certain number of followers. */
async function buildMany(firstName: string, count: number, fame: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO users (id, email, username, first_name, last_name)
    SELECT gen_random_uuid(), lower(${firstName}) || ${fame} || '-' || n || '@example.com',
      'u' || md5(${firstName} || ${fame} || '-' || n), ${firstName}, 'Many' FROM generate_series(1, ${count}) n
    RETURNING id`.execute(app.services.db);
  const ids = rows.map(({ id }) => id);
  await setFame(ids, fame);
  return ids;
}

const setFame = (ids: string[], fame: number) =>
  sql`UPDATE member_search SET fame = ${fame} WHERE user_id = ANY (${ids}::uuid[])`.execute(app.services.db);

/** Returns the candidates that are shared between viewers. */
async function candidatesOf(typed: string) {
  const { db } = app.services;
  const { all } = await selectCandidates(db, (await findWords(db, typed))!);
  const { ids, complete } = all;
  return { ids: ids.slice(1, -1).split(','), complete };
}

async function readAll(typed: string, limit: string, member = viewer): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(typed, { limit, ...(cursor ? { cursor } : {}) }, member);
    seen.push(...page.body.map((person) => person._id));
    cursor = page.nextCursor;
  } while (cursor);
  return seen;
}

describe('Search by a common name', () => {
  it('uses only famous members if there are enough, then well-known ones, then all', async () => {
    const famous = await buildMany('Famosa', 160, 40);
    await buildMany('Famosa', 10, 20);
    const found = await candidatesOf('famosa');
    expect(found.complete).toBe(false);
    expect(found.ids.toSorted()).toEqual(famous.toSorted());
    const known = [...(await buildMany('Notoria', 20, 40)), ...(await buildMany('Notoria', 160, 20))];
    await buildMany('Notoria', 10, 0);
    expect((await candidatesOf('notoria')).ids.toSorted()).toEqual(known.toSorted());
    const few = [...(await buildMany('Modesta', 5, 40)), ...(await buildMany('Modesta', 30, 0))];
    const all = await candidatesOf('modesta');
    expect([all.complete, all.ids.toSorted()]).toEqual([true, few.toSorted()]);
  });

  it('knows whether the candidates are complete, and puts members whom the viewer follows first', async () => {
    const ids = await buildMany('Intera', 100, 0);
    const found = await candidatesOf('intera');
    expect([found.complete, found.ids.toSorted()]).toEqual([true, ids.toSorted()]);
    const last = found.ids.at(-1)!;
    const follower = await buildMember(app);
    await app.call(setFollow, { token: follower.token, body: { action: 'follow', follow_user_id: last } });
    const seen = await readAll('intera', '30', follower);
    expect([seen[0], seen.toSorted()]).toEqual([last, ids.toSorted()]);
  });

  it('is paged without repeats, with followed members first, even one outside the candidates', async () => {
    const known = await buildMany('Comuna', 200, 25);
    const [unknown = ''] = await buildMany('Comuna', 1, 0);
    await app.call(setFollow, { token: viewer.token, body: { action: 'follow', follow_user_id: unknown } });
    await app.call(setFollow, { token: viewer.token, body: { action: 'follow', follow_user_id: known[7]! } });
    // The follow has reset their fame to that of a member with one follower.
    await setFame([known[7]!], 25);
    expect((await candidatesOf('comuna')).ids).not.toContain(unknown);
    const seen = await readAll('comuna', '30');
    expect(seen.slice(0, 2)).toEqual([known[7], unknown]);
    expect(seen.toSorted()).toEqual([...known, unknown].toSorted());
  });
});

describe('Search by words', () => {
  it('with one or two letters finds all members whose first or last name begins with them', async () => {
    const [ana, andres, mei] = await Promise.all([
      buildMember(app, { firstName: 'Ána', lastName: 'Quill' }),
      buildMember(app, { firstName: 'Andrés', lastName: 'Quill' }),
      buildMember(app, { firstName: 'Mei', lastName: 'Oluwaseun' }),
    ]);
    expect(await find('an')).toEqual(expect.arrayContaining([ana.id, andres.id]));
    expect(await find('An')).not.toContain(mei.id);
    expect(await find('me')).toContain(mei.id);
    expect(await find('q')).toEqual(expect.arrayContaining([ana.id, andres.id]));
    expect(await find('ol')).toContain(mei.id);
    expect(await find('and')).toContain(andres.id);
    const pages = await readAll('an', '1');
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages).toEqual(await readAll('an', '50'));
  });

  it('with one or two letters puts members the viewer follows first, then well-known ones', async () => {
    const [stranger = ''] = await buildMany('Xylia', 1, 0);
    const [followed = ''] = await buildMany('Xylon', 1, 0);
    const known = await buildMany('Xyla', 1, 25);
    await app.call(setFollow, { token: viewer.token, body: { action: 'follow', follow_user_id: followed } });
    expect(await find('xy')).toEqual([followed, ...known, stranger]);
    expect((await find('xyl')).toSorted()).toEqual([followed, stranger, ...known].toSorted());
  });

  it('tries similar words only if no word begins with the typed one', async () => {
    await buildMember(app, { firstName: 'Wilhelmina', lastName: 'Quist' });
    await buildMember(app, { firstName: 'Wilhelmine', lastName: 'Quist' });
    const { db } = app.services;
    expect(await findWords(db, 'wilhelm')).toMatchObject({ broad: "('wilhelm':*)" });
    expect(await findWords(db, 'wilhelmina')).toMatchObject({ broad: "('wilhelmina':*)", all: "('wilhelmina')" });
    const mistyped = await findWords(db, 'wilhlemina');
    expect(mistyped?.all).toBe("('wilhlemina':* | 'wilhelmina')");
    expect(await find('wilhlemina')).toHaveLength(1);
    expect(await find('wilhelm')).toHaveLength(2);
  });

  it('uses the prefix if many words begin with it', async () => {
    for (let count = 0; count < 9; count++) await buildMember(app, { firstName: `Brontosa${'abcdefghi'[count]}` });
    expect(await findWords(app.services.db, 'bronto')).toMatchObject({ all: "('bronto':*)" });
    expect(await find('bronto')).toHaveLength(9);
  });

  it('finds usernames by prefix, as well as names', async () => {
    const named = await buildMember(app, { firstName: 'Zebedee' });
    const called = await buildMember(app, { firstName: 'Plain', username: 'zebra.crossing77' });
    expect((await find('zeb')).toSorted()).toEqual([named.id, called.id].toSorted());
    expect(await find('crossing7')).toEqual([called.id]);
  });
});

describe('The shared results of a search', () => {
  it('are loaded once, even for concurrent callers', async () => {
    await buildMember(app, { firstName: 'Solveig' });
    const other = await buildMember(app);
    const both = () => Promise.all([read('solveig'), read('Solveig ', {}, other)]);
    await find('nobody-of-this-name');
    // The statements load the words, the candidates, and two pages.
    expect(await app.countStatements(both)).toBe(4);
    expect(await app.countStatements(both)).toBe(2);
  });

  it('omit renamed, deleted and blocked members at once, and fill up the page', async () => {
    const [one = '', two = '', three = '', ...others] = await buildMany('Efemera', 8, 0);
    const before = await read('efemera', { limit: '5' });
    expect(before.body).toHaveLength(5);
    const { db } = app.services;
    await sql`UPDATE users SET first_name = 'Stable' WHERE id = ${one}::uuid`.execute(db);
    await sql`DELETE FROM users WHERE id = ${two}::uuid`.execute(db);
    await app.call(setBlock, { token: viewer.token, body: { userId: three, action: 'block' } });
    expect((await readAll('efemera', '2')).toSorted()).toEqual(others.toSorted());
    expect((await read('efemera', { limit: '5' })).body).toHaveLength(5);
  });

  it.each([
    ['all', 'Perdida', 20],
    ['the well-known', 'Esparsa', 120],
  ])('fill a first page of %s even if most of the best were deleted since', async (_who, name, count) => {
    const best = await buildMany(name, 64, 25);
    const others = await buildMany(name, count, 20);
    expect((await read(name, { limit: '10' })).body).toHaveLength(10);
    await sql`DELETE FROM users WHERE id = ANY (${best.slice(0, 60)}::uuid[])`.execute(app.services.db);
    const seen = await readAll(name, '10');
    expect(seen.toSorted()).toEqual([...best.slice(60), ...others].toSorted());
  });
});

describe('Members the viewer follows', () => {
  it('come first from then on: by name, by profession, without accents, and with typing errors', async () => {
    const profile = { firstName: 'Évdokia', lastName: 'Zografou', profession: 'Bookbinder' };
    const [tie, twin] = [await buildMember(app, profile), await buildMember(app, profile)];
    await setFame([twin.id], 20);
    expect((await find('evdokia'))[0]).toBe(twin.id);
    await app.call(setFollow, { token: viewer.token, body: { action: 'follow', follow_user_id: tie.id } });
    for (const typed of ['evdokia', 'EVDO', 'zografou', 'évdokia bookb', 'bookbinder', 'zorgafou', 'evdoika zo'])
      expect([typed, (await find(typed))[0]]).toEqual([typed, tie.id]);
    await app.call(setFollow, { token: viewer.token, body: { action: 'unfollow', follow_user_id: tie.id } });
    expect((await find('evdokia'))[0]).toBe(twin.id);
  });

  it('are found, each once, even if more members have a word than there are candidates', async () => {
    const follower = await buildMember(app);
    const ids = await buildMany('Moltitudine', 320, 0);
    await sql`INSERT INTO follows (id, follower_id, followed_id)
      SELECT gen_random_uuid(), ${follower.id}::uuid, unnest(${ids}::uuid[])`.execute(app.services.db);
    const seen = await readAll('moltitudine', '100', follower);
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });
});
