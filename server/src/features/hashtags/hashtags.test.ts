import { createHashtag, HASHTAGS_A_DAY, listHashtags } from '@afterhours/contract/hashtags';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { selectHashtags } from './queries.ts';

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
  const answer = await app.call(listHashtags, { token: ana.token, query });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

describe('Creating a hashtag', () => {
  it('creates it once, whatever its capitalization and however many callers there are', async () => {
    expect(await create(' #Sourdough ')).toMatchObject({
      ok: true,
      message: 'Hashtag created.',
      body: { title: 'Sourdough', postsCount: 0 },
    });
    const again = await Promise.all(['sourdough', 'SOURDOUGH', '#SourDough'].map((title) => create(title)));
    for (const answer of again) {
      expect(answer).toMatchObject({
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

  it.each(['two words', 'a-b', '<script>', 'x'.repeat(51), "' OR 1=1"])('rejects %j', async (title) => {
    expect(await create(title)).toMatchObject({ status: 422, errors: [{ field: 'title' }] });
  });

  it.each(['Nähen', 'パン', 'café_2'])('accepts %j', async (title) => {
    expect(await create(title)).toMatchObject({ ok: true, body: { title } });
  });

  it('requires a session', async () => {
    expect(await create('x', null)).toMatchObject({ status: 401 });
    expect(await app.call(listHashtags)).toMatchObject({ status: 401 });
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
