import {
  createHashtag,
  HASHTAGS_A_DAY,
  listHashtags,
  MAX_POST_HASHTAGS,
  POST_HASHTAGS_A_DAY,
} from '@afterhours/contract/posts/hashtags';
import { updatePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { expectBlocked } from '#testing/database/waiting-for-lock.ts';
import { buildMember, buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { deleteUnused, selectHashtags } from './queries.ts';

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
});
afterAll(() => app.close());

const create = (title: unknown, token: string | null = ana.token) =>
  app.call(createHashtag, { token, body: { title } });

async function list(query: Record<string, string> = {}) {
  return await succeed(app.call(listHashtags, { token: ana.token, query }));
}

describe('Creating a hashtag', () => {
  it('creates it once, whatever its capitalization and however many callers there are', async () => {
    expect(await create(' #Sourdough ')).toMatchObject({
      ok: true,
      message: 'Hashtag created.',
      body: { title: 'Sourdough', postsCount: 0 },
    });
    const again = await Promise.all(['sourdough', 'SOURDOUGH', '#SourDough'].map((title) => create(title)));
    for (const response of again) {
      expect(response).toMatchObject({
        ok: true,
        message: 'That hashtag already exists.',
        body: { title: 'Sourdough' },
      });
    }
    expect((await list({ keyword: 'sourd' })).body).toHaveLength(1);
  });

  it('is possible for fifty new ones a day', async () => {
    const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '1' });
    try {
      const { token } = await buildMember(limited);
      const add = (title: string) => limited.call(createHashtag, { token, body: { title } });
      for (let each = 0; each < HASHTAGS_A_DAY; each++) expect((await add(`new${each}`)).ok).toBe(true);
      expect(await add('one_more')).toMatchObject({ status: 429 });
      const other = await buildMember(limited);
      for (let each = 0; each <= HASHTAGS_A_DAY; each++) {
        const again = await limited.call(createHashtag, { token: other.token, body: { title: 'new0' } });
        expect(again.ok).toBe(true);
      }
    } finally {
      await limited.close();
    }
  });

  it.each(['', '   ', '#', ' # ', '\u0000'])('rejects %j as empty', async (title) => {
    expect(await create(title)).toMatchObject({ status: 422, message: 'Please enter a hashtag' });
  });

  it.each(['two words', 'a-b', '<script>', 'x'.repeat(51), "' OR 1=1", '2026', '_'])('rejects %j', async (title) => {
    expect(await create(title)).toMatchObject({ status: 422, errors: [{ field: 'title' }] });
  });

  it.each(['Nähen', 'パン', 'café_2', '2026ish'])('accepts %j', async (title) => {
    expect(await create(title)).toMatchObject({ ok: true, body: { title } });
  });

  it('requires a session', async () => {
    expect(await create('x', null)).toMatchObject({ status: 401 });
    expect(await app.call(listHashtags)).toMatchObject({ status: 401 });
  });
});

describe('The hashtags of posts', () => {
  const isListed = async (slug: string) => (await list({ keyword: slug })).body.some(({ title }) => title === slug);
  const tags = (name: string, amount: number) => Array.from({ length: amount }, (_, index) => `#${name}_${index}`);

  it('are created up to a limit per author and day, by posts and edits, which are published anyway', async () => {
    const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '1' });
    const countNew = async (name: string) => {
      const rows = limited.services.db.selectFrom('hashtags').where('slug', 'like', `${name}_%`).select('posts_count');
      return (await rows.execute()).map((row) => row.posts_count);
    };
    try {
      const [author, other] = await buildMembers(limited, 2);
      const { _id } = await buildPost(limited, author, { description: tags('first', MAX_POST_HASHTAGS).join(' ') });
      const edit = (name: string) => {
        const body = { _id, description: [...tags(name, MAX_POST_HASHTAGS - 1), '#first_0'].join(' ') };
        return limited.call(updatePost, { token: author.token, body });
      };
      for (const name of ['second', 'third', 'fourth', 'fifth']) expect(await edit(name)).toMatchObject({ ok: true });
      const counts = await Promise.all(['first', 'third', 'fourth', 'fifth'].map(countNew));
      expect(counts.map(({ length }) => length)).toEqual([30, 29, POST_HASHTAGS_A_DAY - 88, 0]);
      expect(counts[0]?.toSorted()).toEqual([...Array(29).fill(0), 1]);
      await buildPost(limited, other, { description: '#fifth_0' });
      expect(await countNew('fifth')).toEqual([1]);
    } finally {
      await limited.close();
    }
  });

  it('are deleted when no post has used them for long, and created again by the next post', async () => {
    const { db } = app.services;
    const post = await buildPost(app, ana, { description: '#sweep_kept #sweep_gone' });
    await create('sweep_new');
    await app.call(updatePost, { token: ana.token, body: { _id: post._id, description: '#sweep_kept' } });
    await sql`UPDATE hashtags SET created_at = now() - interval '31 days'
      WHERE slug IN ('sweep_kept', 'sweep_gone')`.execute(db);
    await deleteUnused(db);
    expect(await Promise.all(['sweep_kept', 'sweep_gone', 'sweep_new'].map(isListed))).toEqual([true, false, true]);
    await buildPost(app, ana, { description: '#sweep_gone' });
    expect(await isListed('sweep_gone')).toBe(true);
  });

  it('are created again if they are deleted while a post begins to use them', async () => {
    const { db } = app.services;
    await create('returning');
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deletion = db.transaction().execute(async (tx) => {
      await tx.deleteFrom('hashtags').where('slug', '=', 'returning').execute();
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const published = buildPost(app, ana, { description: '#returning' });
    await expectBlocked(app, 'INTO hashtags');
    release.resolve();
    await Promise.all([deletion, published]);
    expect((await list({ keyword: 'returning' })).body).toMatchObject([{ postsCount: 1 }]);
  });
});

describe('The list of hashtags', () => {
  it('lists the most used first, with exact counts, page by page', async () => {
    for (const text of ['#one #two #three', '#two #three', '#three']) await buildPost(app, ana, { description: text });
    const seen: { title: string; postsCount: number }[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: '2', ...(cursor ? { cursor } : {}) });
      seen.push(...page.body);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen.slice(0, 3)).toMatchObject([
      { title: 'three', postsCount: 3 },
      { title: 'two', postsCount: 2 },
      { title: 'one', postsCount: 1 },
    ]);
    expect(new Set(seen.map((tag) => tag.title)).size).toBe(seen.length);
    expect(seen.length).toBe((await list({ limit: '100' })).body.length);
  });

  it('suggests tags by their beginning, and does not interpret patterns', async () => {
    await create('under_score');
    expect((await list({ keyword: '#TH' })).body).toMatchObject([{ title: 'three' }]);
    expect((await list({ keyword: 'under_' })).body).toMatchObject([{ title: 'under_score' }]);
    for (const keyword of ['%', '_', '\\', 'nder']) expect((await list({ keyword })).body).toEqual([]);
  });

  it('takes one statement, and is read from its indexes', async () => {
    const start = { limit: 20, after: null, offset: 0, page: 1 };
    expect(await app.countStatements(() => list({ limit: '50' }))).toBe(1);
    expect(await explain(app.services.db, (db) => selectHashtags(db, '', start))).toContain('hashtags_used');
    const prefixed = await explain(app.services.db, (db) => selectHashtags(db, 'sour', start));
    expect(prefixed).toMatch(/hashtags_(prefix|used)/);
  });
});
