/** Every list in the contract, paged by cursor to its end. */
import type { RouteDefinition } from '@afterhours/contract/base/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPagedRoutes } from '#testing/calls/contract-routes.ts';
import { buildFilledLists, type ListCall } from '#testing/calls/filled-lists.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const lists = await listPagedRoutes();
const LIMIT = 3;

let app: TestApp;
let world: Record<string, ListCall[]>;
beforeAll(async () => {
  app = await buildTestApp();
  world = await buildFilledLists(app);
});
afterAll(() => app.close());

type Item = { _id?: string; other_user_id?: string; user?: Item; likeuser?: Item };
type Page = { items: Item[]; nextCursor: string | null; total: number | null };

const idOf = ({ _id, other_user_id, user, likeuser }: Item): string | undefined =>
  _id ?? other_user_id ?? user?._id ?? likeuser?._id;

function readPage(route: RouteDefinition, call: ListCall, cursor: string | null) {
  const query = { ...call.query, limit: String(LIMIT), ...(cursor === null ? {} : { cursor }) };
  return app.call<RouteDefinition>(route, { ...call, query, ...(route.body ? { body: call.body ?? {} } : {}) });
}

async function nextPage(route: RouteDefinition, call: ListCall, cursor: string | null): Promise<Page> {
  const response = await readPage(route, call, cursor);
  expect(response).toMatchObject({ ok: true });
  const { body, nextCursor, total } = response as unknown as {
    body: Item[] | { notifications: Item[] };
    nextCursor: string | null;
    total?: number;
  };
  return { items: Array.isArray(body) ? body : body.notifications, nextCursor, total: total ?? null };
}

async function walk(route: RouteDefinition, call: ListCall): Promise<Page[]> {
  const pages = [await nextPage(route, call, null)];
  for (let last = pages[0]; last?.nextCursor && pages.length < 100; last = pages.at(-1))
    pages.push(await nextPage(route, call, last.nextCursor));
  return pages;
}

const callsOf = (path: string): ListCall[] => {
  const calls = world[path] ?? [];
  expect(calls, `${path} needs rows in testing/filled-lists.ts`).not.toEqual([]);
  return calls;
};

/** Returns the cursor cut short, and forged. */
const forge = (cursor: string): string[] => [
  ...[1, 2, 3, 5, 8, 13, 21].map((length) => cursor.slice(0, -length)),
  `${cursor}A`,
  `${cursor}${cursor}`,
  'W10',
  'bnVsbA',
  'e30',
  'W1tdXQ',
  '%00',
  '0',
  'a'.repeat(401),
];

/** Returns the cursor with a bit of each byte flipped. */
const flip = (cursor: string): string[] =>
  Array.from(Buffer.from(cursor, 'base64url'), (byte, index) => {
    const copy = Buffer.from(cursor, 'base64url');
    copy[index] = byte ^ (1 << (index % 8));
    return copy.toString('base64url');
  });

const listNameOf = (cursor: string): unknown =>
  (JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[])[0];

/** Returns a cursor from each list. */
async function listCursors(): Promise<string[]> {
  const found: string[] = [];
  for (const [path, route] of lists) {
    const [call] = world[path] ?? [];
    const cursor = call && (await nextPage(route, call, null)).nextCursor;
    if (cursor) found.push(cursor);
  }
  return found;
}
/** Shared by all tests: reading the first page of every list for each list would take most of the time. */
let cursors: Promise<string[]> | undefined;

describe('A list', () => {
  it.each(lists)('%s is paged by cursor to its end and contains each item once', async (path, route) => {
    for (const call of callsOf(path)) {
      const pages = await walk(route, call);
      const ids = pages.flatMap(({ items }) => items.map(idOf));
      const what = JSON.stringify(call.query ?? call.body ?? {});
      expect(pages.length, what).toBeGreaterThan(2);
      expect(ids, what).not.toContain(undefined);
      expect(new Set(ids).size, what).toBe(ids.length);
      for (const { items } of pages.slice(0, -1)) expect(items.length, what).toBe(LIMIT);
      // A total beside a list is the number of its entries.
      for (const { total } of pages) expect(total ?? ids.length, what).toBe(ids.length);
    }
  });

  it.each(lists)('%s rejects a foreign cursor or continues from it', async (path, route) => {
    const foreign = await (cursors ??= listCursors());
    const read = new Set<unknown>();
    for (const call of callsOf(path)) {
      const own = (await nextPage(route, call, null)).nextCursor ?? '';
      const list = listNameOf(own);
      // A call with another filter reads the cursors of the same list in the same way.
      const more = read.has(list) ? [] : [...flip(own), ...foreign];
      read.add(list);
      for (const cursor of [...forge(own), ...more]) {
        const response = await readPage(route, call, cursor);
        expect([200, 422], `${cursor}: ${response.message}`).toContain(response.status);
        if (!response.ok) expect(response.errors).toMatchObject([{ field: 'cursor' }]);
      }
    }
  });
});
