import { HOUR_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import { closeJob } from '@afterhours/contract/jobs/hiring';
import { setFollow } from '@afterhours/contract/people/follow';
import { deletePost } from '@afterhours/contract/posts/posts';
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { AFTER_ALL_IDS, firstIdAt, newId, setIdClock } from '#db/statements/id.ts';
import { bytesOfIds, ID_BYTES } from '#db/statements/id-bytes.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import type { Services } from '../../services.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { noFilters } from './filters.ts';
import { networkList } from './network-queries.ts';
import { newestOf, recentPosts, toNumbers } from './recent-posts.ts';

let app: TestApp;
let viewer: TestMember;
let author: TestMember;
let stranger: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [viewer, author, stranger] = [await buildMember(app), await buildMember(app), await buildMember(app)];
  await succeed(app.call(setFollow, { token: viewer.token, body: { action: 'follow', follow_user_id: author.id } }));
});
afterEach(() => {
  vi.restoreAllMocks();
  setIdClock(() => performance.timeOrigin + performance.now());
});
afterAll(() => app.close());

const idOf = (time: number) => `${firstIdAt(new Date(time)).slice(0, 24)}${Math.random().toFixed(12).slice(2)}`;

/** Inserts posts from an hour ago, of which the author wrote each fiftieth; returns the author's, newest first. */
async function insertOldPosts(count: number): Promise<string[]> {
  const began = Date.now() - HOUR_MS;
  const rows = Array.from({ length: count }, (_, index) => ({
    id: idOf(began + index),
    user_id: (index % 50 === 0 ? author : stranger).id,
    post_type: 'general' as const,
    description: 'x',
  }));
  await app.services.db.insertInto('posts').values(rows).execute();
  return rows.flatMap((row) => (row.user_id === author.id ? row.id : [])).reverse();
}

/** Services with recent posts of their own, of which none has been loaded yet. */
const start = (): Services => ({ ...app.services });

async function read(services: Services, after: string | null = null): Promise<string[]> {
  const list = networkList(services, viewer.id, noFilters);
  const rows = await list.select({ limit: 29, offset: 0, page: 1, after: after === null ? null : [after] });
  return rows.map(({ id }) => id);
}

/** Reads pages of thirty until the list ends. */
async function readAll(services: Services): Promise<string[]> {
  const all: string[] = [];
  for (let page = await read(services); page.length > 0; page = await read(services, all.at(-1))) all.push(...page);
  return all;
}

function inMemory(services: Services): string[] {
  const recent = recentPosts(services);
  return recent ? newestOf(recent, bytesOfIds([author.id]), AFTER_ALL_IDS, 1_000) : [];
}

const toRecent = (ids: Buffer, authorIds: Buffer) => ({
  before: AFTER_ALL_IDS,
  ids,
  authors: toNumbers(authorIds),
  isWhole: false,
});

test('newestOf tells members apart whose ids differ in one byte of their second half', () => {
  const [older, newer, member] = [newId(), newId(), newId()];
  for (let at = ID_BYTES / 2; at < ID_BYTES; at++) {
    const other = bytesOfIds([member]);
    other.writeUInt8(other.readUInt8(at) ^ 1, at);
    const recent = toRecent(bytesOfIds([newer, older]), Buffer.concat([other, bytesOfIds([member])]));
    expect(newestOf(recent, bytesOfIds([member]), AFTER_ALL_IDS, 2), `byte ${at}`).toEqual([older]);
  }
});

test('newestOf returns the newest posts of many authors before an id, each once', () => {
  const ids = Array.from({ length: 2_000 }, (_, place) => idOf(Date.now() - place * 1_000));
  const authors = Array.from({ length: 40 }, newId);
  // Spread evenly, but in no simple order.
  const numberAt = (place: number) => Math.floor(((place * 0.618) % 1) * authors.length);
  const authorIds = bytesOfIds(ids.map((_, place) => authors[numberAt(place)] ?? ''));
  const recent = toRecent(bytesOfIds(ids), authorIds);
  const members = bytesOfIds([...authors.slice(0, 20), ...authors.slice(10, 30), newId()]);
  const theirs = ids.filter((_, place) => numberAt(place) < 30);
  for (const before of [AFTER_ALL_IDS, theirs[0] ?? '', theirs[700] ?? '', theirs.at(-20) ?? ''])
    for (const count of [1, 2, 3, 4, 31, 500])
      expect(newestOf(recent, members, before, count)).toEqual(theirs.filter((id) => id < before).slice(0, count));
});

describe('Recent posts', () => {
  it('are loaded in the background, and give the same pages as the database', async () => {
    const theirs = await insertOldPosts(5_000);
    const services = start();
    expect(await readAll(services)).toEqual(theirs);
    await expect.poll(() => inMemory(services)).toEqual(theirs);
    // One statement for the members of the network; the posts are in the cache.
    for (const after of [null, theirs[60]]) {
      await read(services, after);
      expect(await app.countStatements(() => read(services, after))).toBe(1);
    }
    expect(await readAll(services)).toEqual(theirs);
  });

  it('are left out once they are closed jobs', async () => {
    const services = start();
    const job = (await buildPost(app, author, { postType: 'job', title: 'Kiln hand' }))._id;
    await read(services);
    await expect.poll(() => inMemory(services).length).toBeGreaterThan(0);
    expect((await read(services))[0]).toBe(job);
    await succeed(app.call(closeJob, { token: author.token, params: { id: job }, body: {} }));
    const page = await read(services);
    expect(page).toHaveLength(30);
    expect(page).not.toContain(job);
  });

  it('are left out if they are deleted or not for the viewer, even if most of them are', async () => {
    const services = start();
    const theirs = await readAll(services);
    await expect.poll(() => inMemory(services).length).toBeGreaterThan(80);
    const [deleted = ''] = theirs;
    await app.call(deletePost, { token: author.token, params: { id: deleted } });
    expect(inMemory(services)[0]).toBe(deleted);
    expect(await read(services)).toEqual(theirs.slice(1, 31));
    const ofConnections = theirs.slice(5, 50);
    const hidden = app.services.db.updateTable('posts').where('id', 'in', ofConnections);
    await hidden.set({ visibility: 'connections' }).execute();
    expect(await readAll(services)).toEqual([...theirs.slice(1, 5), ...theirs.slice(50)]);
  });

  it('are read from the database until they have settled', async () => {
    const services = start();
    const [before] = await read(services);
    const first = (await buildPost(app, author))._id;
    expect((await read(services)).slice(0, 2)).toEqual([first, before]);
    await expect.poll(() => inMemory(services)[0]).toBe(before);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 70_000);
    recentPosts(services);
    await expect.poll(() => inMemory(services)[0]).toBe(first);
    const second = (await buildPost(app, author))._id;
    expect((await read(services)).slice(0, 3)).toEqual([second, first, before]);
  });

  it('are not used after the clock was set back, because new posts then have ids below theirs', async () => {
    await app.services.db.updateTable('posts').set({ visibility: 'public' }).execute();
    const services = start();
    await readAll(services);
    await expect.poll(() => inMemory(services).length).toBeGreaterThan(80);
    setIdClock(() => Date.now() - 10 * MINUTE_MS);
    const { _id } = await buildPost(app, author);
    expect(await readAll(services)).toContain(_id);
  });
});
