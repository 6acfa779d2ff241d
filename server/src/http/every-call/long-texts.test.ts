/** Texts of any length are cheap: one that is too long is rejected before it is processed. */
import { failure } from '@afterhours/contract/base/envelope';
import type { RouteDefinition } from '@afterhours/contract/base/route';
import { clientEvents } from '@afterhours/contract/realtime';
import { afterAll, afterEach, beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest';
import { fieldsOf, listContractRoutes } from '#testing/calls/contract-routes.ts';
import { buildForm } from '#testing/files/images.ts';
import type { TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

/** The contract's longest text has 5,000 characters; up to four times as many are processed. */
const LONGEST = 20_000;
const marks = (characters: number): string => `a${'\u0315'.repeat(characters / 2)}${'\u0300'.repeat(characters / 2)}`;
const unknownId = '01a1fe0b-1345-70de-9139-23416f5fc456';

const routes = await listContractRoutes();
const routesWithFields = (part: 'body' | 'query') =>
  routes
    .filter((route) => fieldsOf(route[part]).length > 0)
    .map((route) => [`${route.method} ${route.path}`, route] as const);

let app: TestApp;
let member: TestMember;
let normalize: MockInstance<typeof String.prototype.normalize>;

beforeAll(async () => {
  app = await buildTestApp();
  member = await buildStaff(app, 'owner');
  normalize = vi.spyOn(String.prototype, 'normalize');
});
afterEach(() => {
  for (const text of normalize.mock.contexts) expect(String(text).length).toBeLessThanOrEqual(LONGEST);
  normalize.mockClear();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});

const urlOf = (route: RouteDefinition): string => `/api${route.path.replace(/:\w+/g, unknownId)}`;

async function send(route: RouteDefinition, url: string, payload?: string | Buffer, type = 'application/json') {
  const response = await app.http.inject({
    method: route.method,
    url,
    headers: { authorization: `Bearer ${member.token}`, ...(payload === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  });
  expect(response.statusCode).toBeLessThan(500);
  if (response.statusCode !== 200) failure.parse(response.json());
}

describe('A one-megabyte text', () => {
  it.each(routesWithFields('body'))('is rejected unprocessed in each body field of %s', async (_name, route) => {
    for (const field of fieldsOf(route.body))
      for (const text of ['x'.repeat(1_000_000), marks(350_000)])
        await send(route, urlOf(route), JSON.stringify({ [field]: text }));
  });

  it.each(routesWithFields('body').filter(([, route]) => route.files))(
    'is rejected unprocessed in each form field of %s',
    async (_name, route) => {
      for (const field of fieldsOf(route.body)) {
        const encoded = new Response(buildForm({ [field]: marks(32_000) }));
        const type = encoded.headers.get('content-type') ?? '';
        await send(route, urlOf(route), Buffer.from(await encoded.arrayBuffer()), type);
      }
    },
  );

  it.each(routesWithFields('query'))('is rejected unprocessed in each query field of %s', async (_name, route) => {
    for (const field of fieldsOf(route.query)) {
      const url = `${urlOf(route)}?${field}=${encodeURIComponent(marks(60_000))}`;
      await send(route, url, route.body ? JSON.stringify({ post_id: unknownId, searchQuery: 'Ana' }) : undefined);
    }
  });

  it('is rejected unprocessed in each field of a socket event', () => {
    for (const schema of Object.values(clientEvents))
      for (const field of fieldsOf(schema)) {
        const { success } = schema.safeParse({ room: unknownId, [field]: marks(350_000) });
        expect(success).toBe(field === 'message');
      }
  });

  it('is also rejected in the form of a list of hundreds of thousands of numbers', async () => {
    const route = routes.find(({ path }) => path === '/post/create');
    const alts = Array.from({ length: 300_000 }, () => 1);
    const response = await app.http.inject({
      method: 'POST',
      url: urlOf(route as RouteDefinition),
      headers: { authorization: `Bearer ${member.token}` },
      payload: { postType: 'general', description: 'A lamp', alts },
    });
    expect(response.statusCode).toBe(422);
    expect(failure.parse(response.json()).errors).toHaveLength(1);
  });
});
