import { listJobs, listTagPosts, listWebinars } from '@afterhours/contract/browse';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { getPost, updatePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain } from '#testing/database/plans.ts';
import { addBuiltPage } from '#testing/files/built-page.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { describeWebinars } from './pages.ts';
import { tagList, webinarList } from './queries.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp({}, addBuiltPage);
  ana = await buildMember(app);
  ben = await buildMember(app);
});
afterAll(() => app.close());

type Lists = typeof listTagPosts | typeof listWebinars | typeof listJobs;

async function walk(route: Lists, sent: { query?: object; token?: string | null }) {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, unknown> = { limit: '3', ...sent.query, ...(cursor ? { cursor } : {}) };
    const page: Awaited<ReturnType<typeof app.call<typeof listJobs>>> = await app.call(route as typeof listJobs, {
      ...(sent as object),
      query,
    });
    if (!page.ok) throw new Error(page.message);
    seen.push(...page.body.map((post) => post._id));
    cursor = page.nextCursor;
  } while (cursor);
  return seen;
}

async function buildWebinar(startsAt: string | null, title = 'Pricing'): Promise<string> {
  const link = 'https://meet.example/secret';
  const { _id } = await buildPost(app, ana, { postType: 'webinar', title, link, startsAt: '2040-01-01T19:00:00Z' });
  await sql`UPDATE posts SET starts_at = ${startsAt}::timestamptz WHERE id = ${_id}::uuid`.execute(app.services.db);
  return _id;
}

describe('The list of posts with a tag', () => {
  it("is paged newest first, for guests and members, whatever the tag's capitalization", async () => {
    const postIds: string[] = [];
    for (let count = 0; count < 8; count++)
      postIds.unshift((await buildPost(app, ana, { description: `Evening ${count} #Größe` }))._id);
    await buildPost(app, ana, { description: 'Another #tag' });
    for (const token of [null, ben.token])
      expect(await walk(listTagPosts, { token, query: { tag: 'GRÖSSE'.replace('SS', 'ß') } })).toEqual(postIds);
    expect(await walk(listTagPosts, { query: { tag: 'nobodys' } })).toEqual([]);
  });

  it('leaves out the posts of a member whom the viewer has blocked', async () => {
    const cleo = await buildMember(app);
    const { _id } = await buildPost(app, cleo, { description: '#seen' });
    await app.call(setBlock, { token: ben.token, body: { userId: cleo.id, block: true } });
    expect(await walk(listTagPosts, { token: ben.token, query: { tag: 'seen' } })).toEqual([]);
    expect(await walk(listTagPosts, { query: { tag: 'seen' } })).toEqual([_id]);
  });

  it('rejects an empty tag, a long tag and a cursor of another list', async () => {
    expect(await app.call(listTagPosts, { query: { tag: '#' } })).toMatchObject({ status: 422 });
    expect(await app.call(listTagPosts, { query: { tag: 'x'.repeat(60) } })).toMatchObject({ status: 422 });
    const response = await app.call(listTagPosts, { query: { tag: 'seen', cursor: 'abc' } });
    expect(response).toMatchObject({ status: 422 });
  });
});

describe('Webinars', () => {
  it('are listed soonest first and undated ones last, past ones latest first, and never with their link', async () => {
    const times = ['2041-01-01T10:00:00Z', '2041-01-01T10:00:00Z', '2040-01-01T10:00:00.123Z', '2039-05-01T10:00:00Z'];
    const ids: string[] = [];
    for (const time of times) ids.push(await buildWebinar(time));
    const undated = [await buildWebinar(null), await buildWebinar(null)];
    const past = [await buildWebinar('2020-01-01T10:00:00Z'), await buildWebinar('2021-01-01T10:00:00Z')];
    const upcoming = [ids[3], ids[2], ids[0], ids[1], ...undated];
    for (const limit of ['1', '3', '20'])
      for (const token of [null, ben.token]) {
        expect(await walk(listWebinars, { token, query: { limit } })).toEqual(upcoming);
        expect(await walk(listWebinars, { token, query: { limit, when: 'past' } })).toEqual(past.toReversed());
      }
    const response = await app.call(listWebinars, {});
    expect(JSON.stringify(response)).not.toContain('meet.example');
    expect(await app.call(listWebinars, { query: { when: 'never' as 'past' } })).toMatchObject({ status: 422 });
  });

  it('for connections are not listed, even for members who may see them', async () => {
    const [host, friend] = [await buildMember(app), await buildMember(app)];
    await buildConnection(app, host, friend);
    const fields = { postType: 'webinar', title: 'Ours', link: 'https://meet.example/ours', visibility: 'connections' };
    const ours = await buildPost(app, host, { ...fields, startsAt: '2040-01-01T19:00:00Z' });
    expect(await app.call(getPost, { token: friend.token, params: { id: ours._id } })).toMatchObject({ ok: true });
    for (const { token } of [host, friend]) expect(await walk(listWebinars, { token })).not.toContain(ours._id);
  });

  it('are grouped by days in UTC, as readers without scripts are told', async () => {
    await buildWebinar('2041-05-06T23:30:00Z');
    const page = await app.http.inject({ url: '/webinars' });
    expect(page.body).toContain('<h2 data-day>Monday, 6 May 2041<noscript> (UTC)</noscript></h2>');
  });

  it('are all named by their page, including past ones, as are the members they mention', async () => {
    const past = await buildWebinar('2022-01-01T10:00:00Z');
    await app.call(updatePost, { token: ana.token, body: { _id: past, description: `With @${ben.user.username}` } });
    expect(await describeWebinars(app.services, undefined)).toMatchObject({
      shows: expect.arrayContaining([past, ben.id]) as unknown,
    });
  });

  it('accept any number in a list cursor', async () => {
    for (const micros of [-1e300, 1e300, 0.5, 8.9e17]) {
      const key = ['webinars-upcoming', micros, ana.id];
      const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
      expect(await app.call(listWebinars, { query: { cursor } }), String(micros)).toMatchObject({ ok: true });
    }
  });
});

it('Jobs are paged newest first and filtered by words and tags, for guests and members', async () => {
  const postIds: string[] = [];
  for (let count = 0; count < 5; count++)
    postIds.unshift((await buildPost(app, ana, { postType: 'job', title: 'Illustrator', description: 'Nights' }))._id);
  const tagged = await buildPost(app, ana, { postType: 'job', title: 'Baker', description: 'Early #bread' });
  for (const token of [null, ben.token]) expect(await walk(listJobs, { token })).toEqual([tagged._id, ...postIds]);
  expect(await walk(listJobs, { query: { keyword: 'illus' } })).toEqual(postIds);
  expect(await walk(listJobs, { query: { hashtag: 'bread' } })).toEqual([tagged._id]);
});

it('A page with a malformed cursor has only the application, and is no page for search engines', async () => {
  await buildPost(app, ana, { description: 'In the #evening' });
  for (const path of ['/jobs', '/webinars', '/tags/evening']) {
    for (const cursor of ['abc', '%00', 'x'.repeat(500)]) {
      const page = await app.http.inject({ url: `${path}?cursor=${cursor}` });
      expect(page.statusCode, `${path} ${cursor}`).toBe(422);
      expect(page.body).toContain('<div id="root"></div>');
    }
    expect((await app.http.inject({ url: path })).statusCode).toBe(200);
  }
});

it('Pages of tags and webinars are read from their indexes, and no further than the page', async () => {
  const { db } = app.services;
  const start = { limit: 10, after: null, offset: 0, page: 1 };
  expect(await explain(db, (tx) => tagList(tx, null, 'bread').select(start))).toContain('post_hashtags_pkey');
  for (const when of ['upcoming', 'past'] as const)
    for (const viewer of [null, ben.id]) {
      const plan = await explain(db, (tx) => webinarList(tx, viewer, when).select(start));
      expect(plan).toContain('posts_webinars');
      expect(plan).not.toContain('Sort');
    }
});
