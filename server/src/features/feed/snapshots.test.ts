import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { countNewPosts, listFeed, listTopRated } from '@afterhours/contract/feed';
import { reportPost } from '@afterhours/contract/moderation/moderation';
import { likePost } from '@afterhours/contract/posts/likes';
import { deletePost } from '@afterhours/contract/posts/posts';
import { setRating } from '@afterhours/contract/posts/ratings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AFTER_ALL_IDS, newId } from '#db/statements/id.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { noFilters } from './filters.ts';
import { orders } from './orders.ts';
import { type RankedSource, rankedList } from './ranked.ts';
import { deleteOldSnapshots, selectRankedIds } from './snapshot-queries.ts';
import { createSnapshots } from './snapshots.ts';

let app: TestApp;
let reader: TestMember;
let callers: TestMember[];
let posts: string[];

beforeAll(async () => {
  app = await buildTestApp();
  [reader, ...callers] = (await Promise.all(Array.from({ length: 6 }, () => buildMember(app)))) as [
    TestMember,
    ...TestMember[],
  ];
});
beforeEach(async () => {
  await app.services.db.deleteFrom('posts').execute();
  posts = [];
  for (let count = 0; count < 24; count++) posts.push((await buildPost(app, callers[0]!))._id);
});
afterAll(() => app.close());

type List = typeof listFeed;
const page = (route: List, query: Record<string, string> = {}, member = reader) =>
  app.call(route, { token: member.token, query });

async function read(route: List, query: Record<string, string> = {}, member = reader) {
  const response = await succeed(page(route, query, member));
  return { ids: response.body.map((post) => post._id), nextCursor: response.nextCursor };
}

async function walk(route: List, query: Record<string, string>, between: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const response: Awaited<ReturnType<typeof read>> = await read(route, { ...query, ...(cursor ? { cursor } : {}) });
    seen.push(...response.ids);
    cursor = response.nextCursor;
    await between();
  } while (cursor);
  return seen;
}

/** Returns one page of a ranked list, as `reader` loads it. */
async function readRanked(reader: RankedSource, query: { limit: number; cursor?: string }) {
  const { name, shape, select } = rankedList(reader);
  const start = pageStart(name, shape, query);
  return toPage(name, await select(start), start, (row) => row.key);
}

/** Reverses both rankings. */
async function shake(): Promise<void> {
  const best = (await app.services.db.selectFrom('posts').select('id').orderBy('popularity').limit(6).execute()).map(
    (row) => row.id,
  );
  for (const member of callers) {
    for (const id of best) {
      await app.call(likePost, { token: member.token, body: { post_id: id, status: true } });
      await app.call(setRating, { token: member.token, body: { _id: id, rating: 5 } });
    }
  }
}

describe('A ranked list during scrolling', () => {
  it.each([
    ['Popular', listFeed, orders.popular],
    ['Top Rated', listTopRated, orders.topRated],
  ])('%s repeats and skips nothing while likes and ratings reverse it', async (_name, route, order) => {
    const all = { limit: 100, except: [], before: AFTER_ALL_IDS };
    const live = () => selectRankedIds(app.services.db, { order, filters: noFilters }, all);
    const orderings = [await live()];
    const seen = await walk(route, { limit: '5' }, async () => {
      await shake();
      orderings.push(await live());
    });
    expect(seen).toEqual(orderings[0]);
    expect(new Set(orderings.map((ids) => ids.join())).size).toBeGreaterThan(3);
  });

  it('fills up pages when posts are deleted or hidden', async () => {
    const first = await read(listFeed, { limit: '5' });
    const rest = await read(listFeed, { limit: '100' });
    const coming = rest.ids.slice(5);
    for (const id of coming.slice(0, 8)) await app.call(deletePost, { token: callers[0]!.token, params: { id } });
    for (const id of coming.slice(8, 12)) await app.call(reportPost, { token: reader.token, body: { post_id: id } });
    const second = await read(listFeed, { limit: '5', cursor: first.nextCursor! });
    expect(second.ids).toEqual(coming.slice(12, 17));
    const third = await read(listFeed, { limit: '5', cursor: second.nextCursor! });
    expect(third).toEqual({ ids: coming.slice(17), nextCursor: null });
  });

  it('continues at its position after the snapshot has expired', async () => {
    const first = await read(listFeed, { limit: '6' });
    await sql`UPDATE feed_snapshots SET taken_at = now() - interval '121 minutes'`.execute(app.services.db);
    await deleteOldSnapshots(app.services.db);
    expect(await app.services.db.selectFrom('feed_snapshots').select('id').execute()).toEqual([]);
    const forgetful = { db: app.services.db, snapshots: createSnapshots(app.services), viewer: reader.id };
    const ranking = { order: orders.popular, filters: noFilters };
    const seen = [...first.ids];
    let cursor: string | null = first.nextCursor;
    while (cursor) {
      const next: Awaited<ReturnType<typeof readRanked>> = await readRanked(
        { ...forgetful, ranking },
        { limit: 5, cursor },
      );
      seen.push(...next.items.map((row) => row.id));
      cursor = next.nextCursor;
    }
    expect(seen.toSorted()).toEqual(posts.toSorted());
    expect(new Set(seen).size).toBe(24);
  });

  it('has a limited number of snapshots, of which the oldest are deleted', async () => {
    const { db } = app.services;
    await db.deleteFrom('feed_snapshots').execute();
    const stored = Array.from({ length: 5 }, (_, minutes) => ({
      id: newId(),
      key: `search ${minutes}`,
      ids: [],
      complete: true,
      taken_at: new Date(Date.now() - minutes * MINUTE_MS),
    }));
    await db.insertInto('feed_snapshots').values(stored).execute();
    await deleteOldSnapshots(db, 3);
    const kept = await db.selectFrom('feed_snapshots').select('key').orderBy('taken_at', 'desc').execute();
    expect(kept.map(({ key }) => key)).toEqual(['search 0', 'search 1', 'search 2']);
  });

  it('is continued beyond its snapshot, on any server, while scores change', async () => {
    const ranking = { order: orders.popular, filters: noFilters };
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      // Each page is served by a process that has not served the previous ones.
      const node = { db: app.services.db, snapshots: createSnapshots(app.services, 7), viewer: reader.id };
      const next: Awaited<ReturnType<typeof readRanked>> = await readRanked(
        { ...node, ranking },
        { limit: 5, ...(cursor ? { cursor } : {}) },
      );
      seen.push(...next.items.map((row) => row.id));
      cursor = next.nextCursor;
      await shake();
      if (seen.length < 12) await buildPost(app, callers[1]!);
    } while (cursor);
    expect(seen.toSorted()).toEqual(posts.toSorted());
  });

  it('continues by score after the longest snapshot', async () => {
    const node = { db: app.services.db, snapshots: createSnapshots(app.services, 4), viewer: reader.id };
    const source = { ...node, ranking: { order: orders.popular, filters: noFilters } };
    await sql`DELETE FROM feed_snapshots`.execute(app.services.db);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: Awaited<ReturnType<typeof readRanked>> = await readRanked(source, {
        limit: 5,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...next.items.map((row) => row.id));
      // A repeated request stores no further snapshot.
      if (cursor) await readRanked(source, { limit: 5, cursor });
      cursor = next.nextCursor;
    }
    expect([seen.length, seen.toSorted()]).toEqual([24, posts.toSorted()]);
    const stored = await app.services.db.selectFrom('feed_snapshots').select('ids').execute();
    expect(stored.map(({ ids }) => ids.length).toSorted((a, b) => a - b)).toEqual([8, 12, 16, 20]);
  });

  it('rejects cursors of other lists, and forged ones', async () => {
    const { nextCursor } = await read(listFeed, { limit: '5' });
    const forge = (...parts: unknown[]) => Buffer.from(JSON.stringify(['popular', ...parts])).toString('base64url');
    const wrong = [
      [listTopRated, { cursor: nextCursor! }],
      [listFeed, { cursor: nextCursor!, postType: 'job' }],
      [listFeed, { cursor: forge(5, 0, 1, newId()) }],
      [listFeed, { cursor: forge('', -1, 1, newId()) }],
      [listFeed, { cursor: forge('', 1.5, 1, newId()) }],
      [listFeed, { cursor: forge('', 0, 'x', newId()) }],
      [listFeed, { cursor: forge('', 0, 1, "' OR 1=1") }],
    ] as const;
    for (const [route, query] of wrong) {
      expect(await page(route, query)).toMatchObject({ status: 422, errors: [{ field: 'cursor' }] });
    }
    expect(await page(listFeed, { cursor: forge(newId(), 1e9, 1, newId()) })).toMatchObject({ ok: true });
  });
});

describe('The first page of a ranked list', () => {
  it('takes one snapshot for all callers, and stores it only if there is a second page', async () => {
    await sql`DELETE FROM feed_snapshots`.execute(app.services.db);
    const kept = async () => (await app.services.db.selectFrom('feed_snapshots').select('id').execute()).length;
    await Promise.all(callers.map((member) => read(listFeed, { limit: '50' }, member)));
    expect(await kept()).toBe(0);
    const pages = await Promise.all(callers.map((member) => read(listFeed, { limit: '10' }, member)));
    expect(new Set(pages.map((response) => response.ids.join())).size).toBe(1);
    expect(await kept()).toBe(1);
  });
});

describe('The number of new posts', () => {
  it('counts the posts of others since a post or a time, up to 99', async () => {
    const { db } = app.services;
    const since = posts[20]!;
    const count = async (query: Record<string, string>, member = reader) => {
      const response = await app.call(countNewPosts, { token: member.token, query: query as { since: string } });
      return response.ok ? response.body : response;
    };
    expect(await count({ since })).toEqual({ count: 3, more: false });
    expect(await count({ since }, callers[0])).toEqual({ count: 0, more: false });
    expect(await count({ since: new Date(Date.now() + 1_000).toISOString() })).toEqual({ count: 0, more: false });
    expect(await count({ since: '2026-01-01T00:00:00Z', postType: 'job' })).toEqual({ count: 0, more: false });
    expect(await count({ since, list: 'network' })).toEqual({ count: 0, more: false });
    await db
      .insertInto('follows')
      .values({ id: newId(), follower_id: reader.id, followed_id: callers[0]!.id })
      .execute();
    expect(await count({ since, list: 'network' })).toEqual({ count: 3, more: false });
    await app.call(reportPost, { token: reader.token, body: { post_id: posts[23]! } });
    expect(await count({ since })).toEqual({ count: 2, more: false });
    const many = Array.from({ length: 120 }, () => ({
      id: newId(),
      user_id: callers[0]!.id,
      post_type: 'general' as const,
      description: 'x',
    }));
    await db.insertInto('posts').values(many).execute();
    expect(await count({ since })).toEqual({ count: 99, more: true });
  });

  it.each(['', 'yesterday', '5'])('rejects %j', async (since) => {
    expect(await app.call(countNewPosts, { token: reader.token, query: { since } })).toMatchObject({
      status: 422,
      errors: [{ field: 'since' }],
    });
  });
});

it('A snapshot that is missing on a replica used as primary counts as expired; other errors are thrown', async () => {
  const failing = (code: string) => {
    const failed = Promise.reject(Object.assign(new Error('refused'), { code }));
    const query = { selectAll: () => query, where: () => query, executeTakeFirst: () => failed };
    return createSnapshots({ db: app.services.db, readsNow: { selectFrom: () => query } as never });
  };
  const ranking = { order: orders.popular, filters: noFilters };
  expect(await failing('0A000').find(newId(), ranking)).toBeNull();
  await expect(failing('42P01').find(newId(), ranking)).rejects.toThrow('refused');
});

it('A ranked list continues by score and id while the database takes no writes; other errors are thrown', async () => {
  const { db } = app.services;
  const failing = (code: string) => {
    const failed = () => Promise.reject(Object.assign(new Error('refused'), { code }));
    const query = { values: () => query, onConflict: () => query, execute: failed };
    const snapshots = createSnapshots({ db: { insertInto: () => query } as never, readsNow: db });
    return { db, snapshots, ranking: { order: orders.popular, filters: noFilters }, viewer: reader.id };
  };
  const away = failing('08006');
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: Awaited<ReturnType<typeof readRanked>> = await readRanked(away, {
      limit: 5,
      ...(cursor ? { cursor } : {}),
    });
    seen.push(...next.items.map((row) => row.id));
    cursor = next.nextCursor;
  }
  expect([seen.length, seen.toSorted()]).toEqual([24, posts.toSorted()]);
  await expect(readRanked(failing('42P01'), { limit: 5 })).rejects.toThrow('refused');
});
