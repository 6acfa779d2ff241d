import { failure } from '@afterhours/contract/base/envelope';
import type { RouteDefinition } from '@afterhours/contract/base/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oddValues } from '#testing/calls/bodies.ts';
import { fieldsOf, listContractRoutes } from '#testing/calls/contract-routes.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const routes = await listContractRoutes();
const calls = routes
  .filter((route) => route.body || route.query)
  .map((route) => [`${route.method} ${route.path}`, route] as const);
const unknownId = '01a1fe0b-1345-70de-9139-23416f5fc456';

let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await buildTestApp();
  member = await buildMember(app);
});
afterAll(() => app.close());

const TECHNICAL =
  /invalid (input|option|string|iso|number|element|key)|expected|too (big|small)|undefined|\bnull\b|NaN/i;

/** Returns all messages of a 422 failure, the general one first. */
async function sentencesOf(route: RouteDefinition, sent: { body?: object; query?: string }): Promise<string[]> {
  const response = await app.http.inject({
    method: route.method,
    url: `/api${route.path.replace(/:\w+/g, unknownId)}${sent.query ?? ''}`,
    headers: { authorization: `Bearer ${member.token}` },
    ...(route.body ? { payload: sent.body ?? {} } : {}),
  });
  if (response.statusCode !== 422) return [];
  const { message, errors = [] } = failure.parse(response.json());
  return [message, ...errors.map((error) => error.message)];
}

describe('The messages about fields', () => {
  it.each(calls)('of %s are plain sentences', async (_name, route) => {
    const sentences = new Set<string>();
    const add = async (sent: { body?: object; query?: string }) => {
      for (const sentence of await sentencesOf(route, sent)) sentences.add(sentence);
    };
    await add({});
    for (const field of fieldsOf(route.body)) for (const value of oddValues) await add({ body: { [field]: value } });
    for (const field of fieldsOf(route.query))
      for (const value of ['', 'bad', '-1', '%00', `a&${field}=b`, 'x'.repeat(2_000)])
        await add({ query: `?${field}=${value}` });
    for (const sentence of sentences) {
      expect(sentence).not.toMatch(TECHNICAL);
      expect(sentence).toMatch(/^[\p{Lu}'\w].*\p{L}{2,}/u);
    }
  });
});
