import { setFollow } from '@afterhours/contract/people/follow';
import { likePost } from '@afterhours/contract/posts/likes';
import { createSkill } from '@afterhours/contract/profile/profile';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { listUsers, searchPeople, searchPosts } from '@afterhours/contract/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { insertPostWords } from './dictionary-queries.ts';
import { selectCandidates } from './people/people-queries.ts';
import { selectFoundPosts } from './posts/post-queries.ts';
import { findWords } from './words.ts';

let app: TestApp;
let viewer: TestMember;

const build = (firstName: string, lastName: string, profession: string) =>
  buildMember(app, { firstName, lastName, profession });

beforeAll(async () => {
  app = await buildTestApp();
  viewer = await build('Reader', 'One', 'Librarian');
  await build('Zoë', 'Johnson', 'Ceramicist');
  await build('Maria', 'Silva', 'Photographer');
  await build('Mariana', 'Costa', 'Johnson biographer');
  await build('John', 'Okafor', 'Baker');
  await build('李', '小龍', 'Teacher');
});
afterAll(() => app.close());

async function find(searchQuery: string, token: string | null = viewer.token) {
  const response = await succeed(app.call(searchPeople, { token, body: { searchQuery } }));
  return response.body.map((person) => `${person.firstName} ${person.lastName}`);
}

describe('Search for people', () => {
  it.each([
    ['zoe', ['Zoë Johnson']],
    ['ZOË', ['Zoë Johnson']],
    ['johnson', ['Zoë Johnson', 'Mariana Costa']],
    ['mari', ['Mariana Costa', 'Maria Silva']],
    ['maria', ['Maria Silva', 'Mariana Costa']],
    ['silva maria', ['Maria Silva']],
    ['photograph', ['Maria Silva']],
    ['jonhson', ['Zoë Johnson', 'Mariana Costa']],
    ['jhon', ['John Okafor']],
    ['okfor', ['John Okafor']],
    ['fotographer', ['Maria Silva']],
    ['小龍', ['李 小龍']],
    ['maria okafor', []],
    ['qqqqqq', []],
    ['& | ! : * \' " \\ ( )', []],
    ["o'", ['John Okafor', 'Reader One']],
  ])('for %j finds %j', async (typed, names) => {
    const found = await find(typed);
    expect(names.length < 2 ? found : found.slice(0, names.length)).toEqual(names);
  });

  it('finds members by username and by a skill, which it shows', async () => {
    const ana = await build('Ana', 'Lima', 'Potter');
    await app.call(createSkill, { token: ana.token, body: { title: 'Glaze chemistry' } });
    expect(await find(ana.user.username)).toEqual(['Ana Lima']);
    const response = await app.call(searchPeople, { token: viewer.token, body: { searchQuery: 'chemistry' } });
    expect(response).toMatchObject({ body: [{ _id: ana.id, skills: ['Glaze chemistry'], connectionStatus: 'none' }] });
    await app.call(updateProfile, { token: ana.token, body: { firstName: 'Annika', username: 'quiet.kiln' } });
    expect(await find('annika')).toEqual(['Annika Lima']);
    expect(await find('quiet.kiln')).toEqual(['Annika Lima']);
    await app.services.db.deleteFrom('users').where('id', '=', ana.id).execute();
    expect(await find('annika')).toEqual([]);
    const { rows } = await sql`SELECT 1 FROM search_dictionary WHERE word = 'annika'`.execute(app.services.db);
    expect(rows).toEqual([]);
  });

  it('shows followed members first, and works for guests', async () => {
    const twins = await Promise.all(['Tove', 'Tove', 'Tove'].map((name) => build(name, 'Berg', 'Weaver')));
    const [, followed] = twins as [TestMember, TestMember];
    await app.call(setFollow, { token: viewer.token, body: { action: 'follow', follow_user_id: followed.id } });
    const response = await app.call(searchPeople, { token: viewer.token, body: { searchQuery: 'tove' } });
    expect(response.ok && response.body[0]).toMatchObject({ _id: followed.id, follower: [{}] });
    expect(await find('tove', null)).toHaveLength(3);
    const near = await app.call(listUsers, { token: viewer.token });
    expect(near.ok && near.body.map((person) => person._id)).toEqual([followed.id]);
  });

  it('is paged without repeats', async () => {
    await Promise.all(Array.from({ length: 7 }, () => build('Paged', 'Person', 'Clerk')));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof app.call<typeof searchPeople>>> = await app.call(searchPeople, {
        token: viewer.token,
        query: { limit: '3', ...(cursor ? { cursor } : {}) },
        body: { searchQuery: 'paged' },
      });
      if (!page.ok) throw new Error(page.message);
      seen.push(...page.body.map((person) => person._id));
      cursor = page.nextCursor;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
  });

  it('rejects an empty query and one that is too long', async () => {
    for (const searchQuery of ['', '  ', undefined, 7, 'x'.repeat(201)]) {
      const response = await app.call(searchPeople, { token: viewer.token, body: { searchQuery } });
      expect(response).toMatchObject({ status: 422, errors: [{ field: 'searchQuery' }] });
    }
    expect(await app.call(listUsers)).toMatchObject({ status: 401 });
  });
});

describe('Search for posts', () => {
  const findPosts = async (keyword: string, more: Record<string, string> = {}) => {
    const response = await succeed(app.call(searchPosts, { token: viewer.token, query: { keyword, ...more } }));
    return response.body.map((post) => post.description);
  };

  it('finds words, prefixes and mistyped words, with the better match first', async () => {
    await buildPost(app, viewer, { description: 'A long talk about many things, sourdough among them' });
    await buildPost(app, viewer, { postType: 'job', title: 'Sourdough baker', description: 'Nights' });
    await buildPost(app, viewer, { description: 'Café crème' });
    await insertPostWords(app.services.db);
    expect(await findPosts('sourdough')).toEqual(['Nights', 'A long talk about many things, sourdough among them']);
    expect(await findPosts('sourd')).toHaveLength(2);
    expect(await findPosts('sourdouhg')).toHaveLength(2);
    expect(await findPosts('sourdough', { postType: 'job' })).toEqual(['Nights']);
    expect(await findPosts('café')).toEqual(['Café crème']);
    expect(await findPosts('sourdough astronaut')).toEqual([]);
  });

  it('is paged without gaps while another post is added', async () => {
    const likers = await Promise.all([1, 2, 3].map(() => buildMember(app)));
    for (const [name, likes] of Object.entries({ one: 3, two: 2, three: 1, four: 1 })) {
      const post = await buildPost(app, viewer, { description: `Kintsugi ${name}` });
      for (const { token } of likers.slice(0, likes))
        await app.call(likePost, { token, body: { post_id: post._id, status: true } });
    }
    const read = (cursor: object) =>
      app.call(searchPosts, { token: viewer.token, query: { keyword: 'kintsugi', limit: '2', ...cursor } });
    const first = await read({});
    await buildPost(app, viewer, { description: 'Kintsugi late' });
    const second = await read({ cursor: (first.ok && first.nextCursor) || '' });
    const found = [first, second].flatMap((page) => (page.ok ? page.body.map((post) => post.description) : []));
    expect(found).toEqual(['Kintsugi one', 'Kintsugi two', 'Kintsugi four', 'Kintsugi three']);
  });
});

describe('The cost of a search', () => {
  it('is a constant number of statements, which use the indexes', async () => {
    const countFor = (searchQuery: string, limit: string) =>
      app.countStatements(() =>
        app.call(searchPeople, { token: viewer.token, query: { limit }, body: { searchQuery } }),
      );
    // The words, the candidates and the page. Loading the session counts only the first time.
    expect(await countFor('photo', '1')).toBe(3);
    expect(await countFor('photog', '50')).toBe(3);
    // The shared results are cached.
    expect(await countFor('photo', '50')).toBe(1);
    const { db } = app.services;
    const sought = (await findWords(db, 'maria'))!;
    const start = { limit: 20, after: null, offset: 0, page: 1 };
    const people = await explain(db, (tx) => selectCandidates(tx, sought));
    for (const index of ['member_search_famous', 'member_search_known', 'member_search_document'])
      expect(people).toContain(index);
    const posts = await explain(db, (tx) =>
      selectFoundPosts(tx, { sought, typed: 'maria', postType: null }, viewer.id, start),
    );
    expect(posts).toMatch(/posts_words|posts_pkey/);
  });
});
