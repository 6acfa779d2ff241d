import { type Failure, failure } from '@afterhours/contract/base/envelope';
import type { RouteDefinition } from '@afterhours/contract/base/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { oddValues } from '#testing/calls/bodies.ts';
import { fieldsOf, listContractRoutes } from '#testing/calls/contract-routes.ts';
import { readDescription } from '#testing/calls/description.ts';
import type { TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

// A call with two methods counts as two here.
const routes = (await listContractRoutes()).flatMap((route) =>
  route.alsoMethod ? [route, { ...route, method: route.alsoMethod }] : [route],
);
const routesWith = (part: 'method' | 'body' | 'params' | 'query') =>
  routes.filter((route) => route[part]).map((route) => [`${route.method} ${route.path}`, route] as const);

let app: TestApp;
let member: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  member = await buildStaff(app, 'owner');
});
afterAll(() => app.close());

const unknownId = '01a1fe0b-1345-70de-9139-23416f5fc456';
const urlOf = (route: RouteDefinition, value: string = unknownId): string =>
  `/api${route.path.replace(/:\w+/g, encodeURIComponent(value))}`;

type Sent = { url?: string; payload?: unknown; headers?: Record<string, string> };

const INTERNAL = /\bselect .* from|insert into|\.ts:|node_modules|violates/i;
const TECHNICAL =
  /invalid (input|option|string|iso|number|element|key)|expected|too (big|small)|undefined|\bnull\b|NaN/i;

/** What has been checked: the same sentence of the same call is checked once. */
const checked = new Set<string>();

/** Asserts that a failure tells nothing about the server's inside, and that messages about fields are sentences. */
function expectPlain(route: RouteDefinition, { status, message, errors = [] }: Failure): void {
  for (const sentence of [message, ...errors.map((error) => error.message)]) {
    const what = `${route.method} ${route.path} ${status}: ${sentence}`;
    if (checked.has(what)) continue;
    expect(sentence, what).not.toMatch(INTERNAL);
    if (status === 422) {
      expect(sentence, what).not.toMatch(TECHNICAL);
      expect(sentence, what).toMatch(/^[\p{Lu}'\w].*\p{L}{2,}/u);
    }
    checked.add(what);
  }
}

/** Sends a request and asserts that the response has the contract's form and plain messages, and is never a 5xx. */
async function send(route: RouteDefinition, { url, payload, headers }: Sent) {
  const response = await app.http.inject({
    method: route.method,
    url: url ?? urlOf(route),
    headers: { authorization: `Bearer ${member.token}`, ...headers },
    ...(payload === undefined ? {} : { payload: payload as object }),
  });
  if (response.statusCode >= 500)
    expect.fail(`${route.path} with ${JSON.stringify(payload)?.slice(0, 200)}: ${response.body.slice(0, 200)}`);
  expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  if (response.statusCode !== 200 && response.statusCode !== 206) {
    const body = failure.parse(response.json());
    expect(body.status).toBe(response.statusCode);
    expectPlain(route, body);
  }
  return response;
}

const oddQueries = [
  'limit=0',
  'limit=101',
  'limit=abc',
  'activepage=51',
  'activepage=-1',
  'cursor=%00',
  'cursor=W10',
  'limit=1&limit=2',
  'userId=abc',
  'userId=%00',
  `userId=${unknownId}&userId=${unknownId}`,
];

describe('Every call', () => {
  it.each(routesWith('method'))('%s declares its access', async (_name, route) => {
    const response = await send(route, {
      headers: { authorization: 'Bearer nobodys-token' },
      ...(route.body ? { payload: {} } : {}),
    });
    if (route.access !== 'public' && route.access !== 'optional') expect(response.statusCode).toBe(401);
    else expect(response.statusCode).not.toBe(401);
  });

  it.each(routesWith('body'))('%s rejects odd values in every field with a clear error', async (_name, route) => {
    await send(route, { payload: {} });
    for (const field of fieldsOf(route.body)) {
      for (const value of oddValues) {
        const response = await send(route, { payload: { [field]: value } });
        if (response.statusCode === 422) expect(response.json().errors?.length).toBeGreaterThan(0);
      }
    }
  });

  it.each(routesWith('body'))('%s rejects malformed bodies', async (_name, route) => {
    const json = { 'content-type': 'application/json' };
    expect((await send(route, { payload: '{"a":', headers: json })).statusCode).toBe(400);
    expect((await send(route, { payload: '[1]', headers: json })).statusCode).toBe(422);
    expect((await send(route, { payload: 'a=b', headers: { 'content-type': 'text/csv' } })).statusCode).toBe(415);
    expect((await send(route, { payload: `"${'x'.repeat(1_100_000)}"`, headers: json })).statusCode).toBe(413);
    await send(route, { payload: '{"__proto__":{"a":1}}', headers: json });
    await send(route, { payload: `${'['.repeat(50_000)}${']'.repeat(50_000)}`, headers: json });
    await send(route, { payload: '--x\r\nbroken', headers: { 'content-type': 'multipart/form-data; boundary=x' } });
    await send(route, { payload: 'x', headers: { 'content-type': 'multipart/form-data' } });
  });

  it.each(routesWith('params'))('%s returns 404 at addresses that do not exist', async (_name, route) => {
    for (const value of ['1', 'abc', '%00', "'--", '\ud83d', 'x'.repeat(150), unknownId]) {
      const response = await send(route, { url: urlOf(route, value.toWellFormed()) });
      // A well-formed address without the required body fails validation first.
      const lacksBody = route.body !== undefined && !z.safeParse(route.body, {}).success;
      expect(response.statusCode).toBe(value === unknownId && lacksBody ? 422 : 404);
    }
  });

  it.each(routesWith('query'))('%s rejects odd queries with a clear error', async (_name, route) => {
    const known = fieldsOf(route.query);
    for (const query of oddQueries.filter((query) => known.includes(query.split('=')[0] ?? ''))) {
      const response = await send(route, {
        url: `${urlOf(route)}?${query}`,
        ...(route.body ? { payload: { post_id: unknownId } } : {}),
      });
      expect([404, 422]).toContain(response.statusCode);
    }
    for (const field of known) {
      for (const value of ['', 'bad', '-1', '%00', `a&${field}=b`, 'x'.repeat(2_000)])
        await send(route, { url: `${urlOf(route)}?${field}=${value}`, ...(route.body ? { payload: {} } : {}) });
    }
  });
});

describe('The API as a whole', () => {
  it('binds every call that the contract declares', () => {
    for (const route of routes)
      expect(app.http.hasRoute({ method: route.method, url: `/api${route.path.replace(/\/$/, '')}` }), route.path).toBe(
        true,
      );
  });

  it("responds to unknown paths and methods in the contract's form", async () => {
    for (const url of ['/api', '/api/', '/api/nothing', '/api/login/more', '/api/%ff']) {
      const response = await app.http.inject({ url });
      expect([400, 404]).toContain(response.statusCode);
      failure.parse(response.json());
    }
  });

  it.each([
    ['DELETE', '/api/login', 'POST'],
    ['GET', '/api/login', 'POST'],
    ['POST', '/api/getProfile', 'GET, HEAD'],
    ['PATCH', `/api/sessions/${unknownId}`, 'DELETE'],
    ['OPTIONS', '/api/sessions', 'DELETE, GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/api/openapi.json', 'GET, HEAD'],
  ] as const)(
    'responds to %s %s, a known path with another method, with 405 and the allowed methods',
    async (method, url, allow) => {
      const response = await app.http.inject({ method, url });
      expect(response.headers.allow).toBe(allow);
      expect(failure.parse(response.json())).toMatchObject({ status: 405, success: false });
    },
  );

  it('treats an empty body with a JSON content type as no body', async () => {
    const { token } = await buildStaff(app, 'owner');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect((await app.http.inject({ method: 'POST', url: '/api/logout', headers })).statusCode).toBe(200);
    expect((await app.http.inject({ method: 'POST', url: '/api/login', headers })).statusCode).toBe(422);
  });

  it('rejects invalid tokens', async () => {
    for (const authorization of [
      'Bearer',
      'Bearer ',
      'x',
      `Bearer ${'a'.repeat(4_000)}`,
      'Basic abc',
      'Bearer \u00e9',
    ]) {
      const response = await app.http.inject({ url: '/api/getProfile', headers: { authorization } });
      expect(response.statusCode).toBe(401);
    }
  });

  it('is described as OpenAPI 3.1 without dangling references', async () => {
    const document = await readDescription<{
      openapi: string;
      paths: object;
      components: { schemas: object };
    }>(app);
    expect(document.openapi).toMatch(/^3\.1/);
    expect(Object.keys(document.paths).length).toBe(new Set(routes.map((route) => route.path)).size);
    const schemas = new Set(Object.keys(document.components.schemas));
    for (const [, name] of JSON.stringify(document).matchAll(/#\/components\/schemas\/([\w-]+)/g))
      expect(schemas).toContain(name);
  });
});
