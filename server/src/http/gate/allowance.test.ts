import { confirmIdentity } from '@afterhours/contract/account/recent-proof';
import { listSessions } from '@afterhours/contract/account/sessions';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listContractRoutes } from '#testing/calls/contract-routes.ts';
import { addBuiltPage } from '#testing/files/built-page.ts';
import { buildMember, PASSWORD } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
/** 120 points a minute per network. */
const FACTOR = '0.05';

beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMIT_FACTOR: FACTOR }, addBuiltPage);
});
afterAll(() => app.close());

const statuses = (responses: { statusCode: number }[], status: number): number =>
  responses.filter((response) => response.statusCode === status).length;

describe('Made-up tokens', () => {
  const request = (token: string, remoteAddress: string) =>
    app.http.inject({
      url: `/api${listSessions.path}`,
      headers: { authorization: `Bearer ${token}` },
      remoteAddress,
    });

  it("use up their network's allowance, for IPv6 too, after which the database is not queried any more", async () => {
    let queries = 0;
    const stop = app.database.onStatement((statement) => {
      if (/FROM sessions s JOIN users/.test(statement)) queries++;
    });
    const responses = [];
    for (let n = 1; n <= 100; n++) responses.push(await request(`made-up-${n}`, `2001:db8:5:1::${n}`));
    stop();
    expect(statuses(responses, 429)).toBeGreaterThan(85);
    expect(queries).toBeLessThan(15);
  });

  it('do not affect other networks', async () => {
    const { token } = await buildMember(app);
    expect((await request(token, '2001:db8:6:1::1')).statusCode).toBe(200);
  });
});

it('A member can make only twenty calls a minute that hash', async () => {
  const { token } = await buildMember(app);
  const confirm = () =>
    app.http.inject({
      method: 'POST',
      url: `/api${confirmIdentity.path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { password: PASSWORD },
      remoteAddress: '10.2.4.1',
    });
  // A twentieth of the usual points.
  expect((await confirm()).statusCode).toBe(200);
  expect((await confirm()).statusCode).toBe(429);
});

it('The lowest limits leave a member every kind of call, once a minute', async () => {
  const lowest = await buildTestApp({ RATE_LIMIT_FACTOR: '0.001' });
  try {
    const { token } = await buildMember(lowest);
    const confirm = () => lowest.call(confirmIdentity, { token, body: { password: PASSWORD } });
    expect(await confirm()).toMatchObject({ ok: true });
    expect(await confirm()).toMatchObject({ status: 429 });
  } finally {
    await lowest.close();
  }
});

describe('The API description', () => {
  const request = (headers: Record<string, string> = {}, url = '/api/openapi.json', remoteAddress = '10.2.0.1') =>
    app.http.inject({ url, headers, remoteAddress });

  it('is not sent again to a client that has it, and is compressed for clients that accept it', async () => {
    const first = await request();
    const again = await request({ 'if-none-match': String(first.headers.etag) });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    const compressed = await request({ 'accept-encoding': 'gzip, br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.rawPayload.length).toBeLessThan(first.rawPayload.length / 4);
  });

  it.each(['/api/openapi.json', '/api/docs/json'])('costs its caller points: %s', async (url) => {
    const responses = [];
    for (let count = 0; count < 130; count++) responses.push(await request({}, url, `10.2.1.${url.length}`));
    expect(statuses(responses, 429)).toBe(10);
  });
});

it("A guest's page costs points; without any left, it has only the application, and is stored nowhere", async () => {
  const open = () => app.http.inject({ url: '/jobs', remoteAddress: '10.2.2.1' });
  const responses = [];
  for (let count = 0; count < 130; count++) responses.push(await open());
  expect(statuses(responses, 200)).toBeGreaterThan(50);
  const refused = responses.at(-1);
  expect(refused?.statusCode).toBe(429);
  expect(refused?.headers).toMatchObject({
    'cache-control': 'no-store',
    'retry-after': expect.stringMatching(/^\d+$/),
  });
  expect(refused?.body).toContain('<div id="root"></div>');
});

describe('A route that is not in the contract', () => {
  const request = (remoteAddress: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    app.http.inject({ method, url, remoteAddress });

  it.each([
    ['/api/payment/webhook', 120, '10.2.3.1'],
    ['/u/made-up', 30, '10.2.3.2'],
  ])('costs its caller points: %s', async (url, times, address) => {
    for (let count = 0; count < times; count++) expect((await request(address, url, 'POST')).statusCode).not.toBe(429);
    expect((await request(address, url, 'POST')).statusCode).toBe(429);
    expect((await request(address, '/api/openapi.json')).statusCode).toBe(429);
  });

  it.each([
    ['/api/uploads/post/none.jpg', '10.2.3.3'],
    ['/api/uploads/message/none.pdf', '10.2.3.4'],
  ])('serves files from a larger budget of their own: %s', async (url, address) => {
    for (let count = 0; count < 1_200; count++) expect((await request(address, url)).statusCode).toBe(404);
    expect((await request(address, url)).statusCode).toBe(429);
    expect((await request(address, '/api/openapi.json')).statusCode).toBe(200);
  });
});

describe('Readiness', () => {
  it('is queried from the database once for many concurrent callers', async () => {
    await app.http.inject({ url: '/readyz' });
    let queries = 0;
    const stop = app.database.onStatement((statement) => {
      if (statement === 'SELECT 1') queries++;
    });
    const responses = await Promise.all(Array.from({ length: 50 }, () => app.http.inject({ url: '/readyz' })));
    stop();
    expect(statuses(responses, 200)).toBe(50);
    expect(queries).toBeLessThanOrEqual(1);
  });
});

describe('Responses to calls', () => {
  it('are stored by no cache, except those with a tag', async () => {
    const open = await buildTestApp();
    const { token } = await buildMember(open);
    for (const route of await listContractRoutes()) {
      if (route.leavesBrowser || route.method !== 'GET' || route.params) continue;
      const response = await open.http.inject({
        url: `/api${route.path}`,
        headers: { authorization: `Bearer ${token}` },
      });
      const expected = route.conditional && response.statusCode === 200 ? 'private, no-cache' : 'no-store';
      expect(response.headers['cache-control'], route.path).toBe(expected);
    }
    expect(listNotifications.conditional).toBe(true);
    await open.close();
  });
});
