import {
  listFeed,
  listMostEngagedPosts,
  listNetworkPosts,
  listTopRated,
  listUserPosts,
} from '@afterhours/contract/feed';
import { reportPost, setBlock } from '@afterhours/contract/moderation/moderation';
import { likePost } from '@afterhours/contract/posts/likes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { listedWith, noFilters } from './filters.ts';
import { networkList } from './network-queries.ts';
import { orders, selectPage } from './orders.ts';
import { bookmarkedList, latestList, selectMostEngagedPostIds } from './queries.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
  ben = await buildMember(app);
});
afterAll(() => app.close());

type List = typeof listFeed | typeof listUserPosts;

async function walk(
  route: List,
  query: Record<string, string>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof app.call<typeof listFeed>>> = await app.call(route as typeof listFeed, {
      token: ana.token,
      query: { ...query, ...(cursor ? { cursor } : {}) },
    });
    if (!page.ok) throw new Error(page.message);
    seen.push(...page.body.map((post) => post._id));
    cursor = page.nextCursor;
    await between();
  } while (cursor);
  return seen;
}

describe('A list of posts', () => {
  it('repeats and skips nothing while others are posting', async () => {
    const before = [];
    for (let count = 0; count < 12; count++) before.push((await buildPost(app, ben))._id);
    for (const sort of ['popular', 'latest']) {
      const seen = await walk(listFeed, { limit: '5', sort }, () => buildPost(app, ben));
      expect(new Set(seen).size).toBe(seen.length);
      for (const id of before) expect(seen).toContain(id);
    }
  });

  it('contains the same posts by page number as by cursor', async () => {
    const byCursor = await walk(listFeed, { limit: '4', sort: 'latest' });
    const second = await app.call(listFeed, {
      token: ana.token,
      query: { activepage: '2', limit: '4', sort: 'latest' },
    });
    const alias = await app.call(listFeed, {
      token: ana.token,
      query: { page: '2', limit: '4', sort: 'latest' },
    });
    expect(second).toMatchObject({ ok: true, page: 2, limit: 4 });
    expect(second.ok && second.body.map((post) => post._id)).toEqual(byCursor.slice(4, 8));
    expect(alias.ok && alias.body).toEqual(second.ok && second.body);
  });

  it('refers clients to the cursor beyond the 50th page', async () => {
    const response = await app.call(listFeed, { token: ana.token, query: { activepage: '51' } });
    expect(response).toMatchObject({ ok: false, status: 422, message: expect.stringContaining('cursor') });
  });

  it('ranks posts with many reactions first, and a new post near the top', async () => {
    const loved = await buildPost(app, ben);
    for (const member of await Promise.all([1, 2, 3].map(() => buildMember(app)))) {
      await app.call(likePost, { token: member.token, body: { post_id: loved._id, status: true } });
    }
    const fresh = await buildPost(app, ben);
    const seen = await walk(listFeed, { limit: '50' });
    expect(seen.indexOf(loved._id)).toBe(0);
    expect(seen.indexOf(fresh._id)).toBe(1);
  });

  it('accepts up to twenty tags as a filter', async () => {
    const filter = (count: number) =>
      app.call(listFeed, {
        token: ana.token,
        query: { hashtag: Array.from({ length: count }, (_, tag) => `t${tag}`).join() },
      });
    expect(await filter(20)).toMatchObject({ ok: true, body: [] });
    for (const count of [21, 200, 2_000])
      expect(await filter(count)).toMatchObject({ status: 422, errors: [{ field: 'hashtag' }] });
  });

  it('filters by the words of a keyword, each matched from its start', async () => {
    const post = await buildPost(app, ben, { description: 'Crème brûlée for the Sunday market' });
    for (const keyword of ['sunday', 'SUN market', 'crème', "mark' | x", 'brûl']) {
      const found = await walk(listFeed, { keyword });
      expect([keyword, found.includes(post._id)]).toEqual([keyword, !keyword.includes('x')]);
    }
    expect(await walk(listUserPosts, { userId: ben.id, keyword: 'nowhere' })).toEqual([]);
    expect(await walk(listNetworkPosts, { keyword: 'nowhere' })).toEqual([]);
  });

  it('filters by type, tags and member', async () => {
    const job = await buildPost(app, ben, {
      postType: 'job',
      title: 'Baker',
      description: 'Nights #Bread #Pâtisserie',
      opening: '2',
      salary: '$20/h',
    });
    expect(await walk(listFeed, { postType: 'job' })).toEqual([job._id]);
    expect(await walk(listFeed, { hashtag: '#BREAD,none' })).toEqual([job._id]);
    expect(await walk(listFeed, { hashtag: 'pâtisserie'.normalize('NFD') })).toEqual([job._id]);
    expect(await walk(listFeed, { hashtag: 'none' })).toEqual([]);
    expect(await walk(listUserPosts, { userId: ana.id })).toEqual([]);
    expect((await walk(listUserPosts, { userId: ben.id })).length).toBeGreaterThan(10);
  });

  it('limits the network to followed and connected members and the viewer', async () => {
    const [followed, connected, stranger] = await buildMembers(app, 3);
    const { db } = app.services;
    await db.insertInto('follows').values({ id: newId(), follower_id: ana.id, followed_id: followed.id }).execute();
    await db.insertInto('connections').values({ user_id: ana.id, other_user_id: connected.id }).execute();
    const mine = [];
    for (const member of [followed, connected, ana, followed]) mine.unshift((await buildPost(app, member))._id);
    await buildPost(app, stranger);
    expect(await walk(listNetworkPosts, { limit: '3' })).toEqual(mine);
  });

  it("reveals a webinar's link only to its author", async () => {
    const webinar = { postType: 'webinar', title: 'Lamps', link: 'https://example.com/live' };
    const post = await buildPost(app, ben, webinar);
    expect(post.link).toBe('https://example.com/live');
    const response = await app.call(listFeed, { token: ana.token, query: { postType: 'webinar' } });
    expect(response).toMatchObject({ ok: true, body: [{ _id: post._id, link: null, payment: null }] });
  });
});

describe('Popular Posts', () => {
  it('are the ten most engaged posts of the past 24 hours, whatever their hour', async () => {
    const { db } = app.services;
    const [viewer, author] = [await buildMember(app), await buildMember(app)];
    const posts: string[] = [];
    for (let count = 0; count < 14; count++) posts.push((await buildPost(app, author))._id);
    const hoursOld = async (id: string, hours: number, likes: number) =>
      sql`UPDATE posts SET created_at = now() - make_interval(mins => ${Math.round(hours * 60)}), likes_count = ${likes}
        WHERE id = ${id}::uuid`.execute(db);
    for (const [index, id] of posts.entries()) await hoursOld(id, index * 1.7, 500 - index);
    await hoursOld(posts[12]!, 23.98, 2_000);
    await hoursOld(posts[13]!, 24.02, 9_000);
    const read = (member: TestMember) =>
      app.call(listMostEngagedPosts, { token: member.token, query: { likes: 'false' } });
    const seen = await read(viewer);
    const expected = [posts[12]!, ...posts.slice(0, 9)];
    expect(seen.ok && seen.body.map((post) => post._id)).toEqual(expected);
    await app.call(reportPost, { token: viewer.token, body: { post_id: posts[0]! } });
    const without = await read(viewer);
    expect(without.ok && without.body.map((post) => post._id)).toEqual([
      ...expected.filter((id) => id !== posts[0]),
      posts[9],
    ]);
    // One statement for the ids, without the reported post, and one for the viewer's state.
    expect(await app.countStatements(() => read(viewer))).toBe(2);
    expect(await app.call(listMostEngagedPosts)).toMatchObject({ status: 401 });
  });
});

describe('The cost of a page', () => {
  it('is at most three statements for 5 posts as well as for 50, whatever belongs to them', async () => {
    for (let count = 0; count < 40; count++) await buildPost(app, ben);
    const newest = await app.call(listFeed, { token: ana.token, query: { limit: '5', sort: 'latest' } });
    if (newest.ok) for (const post of newest.body) await buildComment(app, ana, post._id);
    for (const route of [listFeed, listTopRated, listNetworkPosts, listUserPosts]) {
      const count = (limit: string) =>
        app.countStatements(() => app.call(route as typeof listFeed, { token: ana.token, query: { limit } }));
      // The first caller takes the snapshot and loads the posts for all concurrent callers. A viewer who has just
      // posted also loads the ids themselves.
      expect(await count('50')).toBeLessThanOrEqual(10);
      // Retried in case a second passes in between. The ids are cached, or loaded by one statement, or by two if few of
      // the newest posts are from the viewer's network. One more statement loads the viewer's state.
      await expect
        .poll(async () => {
          const [, five, fifty] = [await count('50'), await count('5'), await count('50')];
          return Math.max(five, fifty);
        })
        .toBeLessThanOrEqual(3);
    }
  });

  it('is at most four statements for a member who sees less than others', async () => {
    const viewer = await buildMember(app);
    await app.call(setBlock, { token: viewer.token, body: { userId: ana.id, action: 'block' } });
    for (const sort of ['latest', 'popular'] as const) {
      const count = () =>
        app.countStatements(() => app.call(listFeed, { token: viewer.token, query: { sort, likes: 'false' } }));
      // The ids of the shared page are cached. Two statements load the viewer's state, one the ids of the viewer's own
      // page, and one its posts.
      await expect
        .poll(async () => {
          const [, second] = [await count(), await count()];
          return second;
        })
        .toBeLessThanOrEqual(4);
    }
  });

  it('is one statement for a guest who sees no post of the member', async () => {
    const query = { userId: (await buildMember(app)).id, likes: 'false' as const };
    expect(await app.countStatements(() => app.call(listUserPosts, { query }))).toBe(1);
  });

  it('is two statements for one member’s posts if only connections see some of them', async () => {
    const [viewer, author] = [await buildMember(app), await buildMember(app)];
    for (const visibility of ['connections', 'public'] as const) await buildPost(app, author, { visibility });
    const query = { userId: author.id, likes: 'false' as const };
    const count = () => app.countStatements(() => app.call(listUserPosts, { token: viewer.token, query }));
    // One for the ids of the viewer's own page, and one for the viewer's state. That the author has posts for
    // connections is cached for a second.
    await expect
      .poll(async () => {
        const [, second] = [await count(), await count()];
        return second;
      })
      .toBe(2);
  });

  it('is bounded by the index for its order', async () => {
    const start = { limit: 20, after: null, offset: 0, page: 1 };
    const where = listedWith(noFilters, ana.id);
    const plans: [string, (db: typeof app.services.db) => Promise<unknown>][] = [
      ['posts_popular', (db) => selectPage(db, orders.popular, { where }, start)],
      ['posts_top_rated', (db) => selectPage(db, orders.topRated, { where }, start)],
      ['posts_pkey', (db) => latestList(db, ana.id, noFilters).select(start)],
      ['posts_author', (db) => networkList({ ...app.services, reads: db }, ana.id, noFilters).select(start)],
      ['bookmarks_newest', (db) => bookmarkedList(db, ana.id, noFilters).select(start)],
      ['posts_heat', (db) => selectMostEngagedPostIds(db, ana.id, 10)],
    ];
    for (const [index, run] of plans) expect(await explain(app.services.db, run)).toContain(index);
  });
});
