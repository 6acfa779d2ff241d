import { setBlock } from '@afterhours/contract/moderation/moderation';
import { deletePost, updatePost } from '@afterhours/contract/posts/posts';
import { searchPosts } from '@afterhours/contract/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { findWords } from '../words.ts';
import { type PostsSought, selectFoundPosts } from './post-queries.ts';

let app: TestApp;
let author: TestMember;
let reader: TestMember;

/** Inserts posts from some days ago, one per second; every 500th also has the rare word. */
async function buildOldPosts(count: number): Promise<void> {
  await sql`
    INSERT INTO posts (id, user_id, post_type, description, created_at)
    SELECT uuidv7(make_interval(secs => n - 200000)), ${author.id}::uuid, 'general',
      'A lantern of the evening' || CASE WHEN n % 500 = 0 THEN ' beside an astrolabe' ELSE '' END,
      now() + make_interval(secs => n - 200000)
    FROM generate_series(1, ${count}) n`.execute(app.services.db);
  await sql`ANALYZE posts`.execute(app.services.db);
}

beforeAll(async () => {
  app = await buildTestApp();
  author = await buildMember(app, { firstName: 'Author' });
  reader = await buildMember(app, { firstName: 'Reader' });
  await buildOldPosts(5_000);
});
afterAll(() => app.close());

async function read(keyword: string, query: Record<string, string> = {}, token: string | null = reader.token) {
  return await succeed(app.call(searchPosts, { token, query: { keyword, ...query } }));
}
const find = async (keyword: string, token: string | null = reader.token) =>
  (await read(keyword, {}, token)).body.map((post) => post._id);
const start = { limit: 20, after: null, offset: 0, page: 1 };

async function soughtOf(typed: string): Promise<PostsSought> {
  return { sought: (await findWords(app.services.db, typed))!, typed, postType: null };
}

describe('The plan of a post search', () => {
  it('scans back from the newest post for a common word, and uses the word index for a rare one', async () => {
    const { db } = app.services;
    const [common, rare] = [await soughtOf('lantern'), await soughtOf('astrolabe')];
    const walked = await explain(db, (tx) => selectFoundPosts(tx, common, null, start));
    expect(walked).toContain('Index Scan Backward using posts_pkey');
    expect(walked).not.toContain('posts_words');
    expect(await explain(db, (tx) => selectFoundPosts(tx, rare, null, start))).toContain('posts_words');
    expect(await selectFoundPosts(db, rare, null, start)).toHaveLength(10);
    expect(await selectFoundPosts(db, common, null, start)).toHaveLength(21);
  });

  it('returns the newest few hundred, page by page, each post once', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read('lantern', {
        limit: '30',
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.body.map((post) => post._id));
      cursor = page.nextCursor;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([200, 200]);
  });
});

describe('A page of a post search', () => {
  it("includes the viewer's own new post at once, and omits deleted, changed and blocked posts", async () => {
    const first = await buildPost(app, author, { description: 'Papercut one' });
    expect(await find('papercut')).toEqual([first._id]);
    const own = await buildPost(app, reader, { description: 'Papercut two' });
    expect((await find('papercut')).toSorted()).toEqual([first._id, own._id].toSorted());
    const later = await buildPost(app, author, { description: 'Plain' });
    await app.call(updatePost, { token: author.token, body: { _id: later._id, description: 'Papercut three' } });
    expect(await find('papercut', null)).toContain(later._id);
    await app.call(updatePost, { token: author.token, body: { _id: first._id, description: 'Woodcut' } });
    await app.call(deletePost, { token: reader.token, params: { id: own._id } });
    expect(await find('papercut')).toEqual([later._id]);
    await app.call(setBlock, { token: reader.token, body: { userId: author.id, action: 'block' } });
    expect(await find('papercut')).toEqual([]);
    expect(await find('papercut', null)).toEqual([later._id]);
    await app.call(setBlock, { token: reader.token, body: { userId: author.id, action: 'unblock' } });
    expect(await find('papercut')).toEqual([later._id]);
  });
});
