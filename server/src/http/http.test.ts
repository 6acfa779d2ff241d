import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { getProfile } from '@afterhours/contract/account/account';
import { failure } from '@afterhours/contract/base/envelope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { serveMetrics } from './observe/metrics.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({}, (dataDir) => {
    const folder = path.join(dataDir, 'web/assets');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(dataDir, 'web/index.html'), '<!doctype html><title>Afterhours</title>');
    writeFileSync(path.join(folder, 'app-1a2b.js'), 'export {}');
    writeFileSync(path.join(dataDir, 'web/.build-hash'), 'hash');
  });
});
afterAll(() => app.close());

describe('The allowance of calls', () => {
  it('runs out with a 429 and a Retry-After, for one member but not for another', async () => {
    const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '0.05' });
    try {
      const [busy, calm] = [await buildMember(limited), await buildMember(limited)];
      const responses = [];
      for (let count = 0; count < 70; count++) {
        const headers = { 'x-forwarded-for': `10.0.0.${count}` };
        responses.push(await limited.call(getProfile, { token: busy.token, headers }));
      }
      expect(responses[0]).toMatchObject({ ok: true });
      const last = responses.at(-1);
      expect(last).toMatchObject({ ok: false, status: 429 });
      expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
      expect(
        await limited.call(getProfile, { token: calm.token, headers: { 'x-forwarded-for': '10.0.1.1' } }),
      ).toMatchObject({ ok: true });
    } finally {
      await limited.close();
    }
  });
});

describe('The web pages', () => {
  it('are one page at every address of the application, under a strict policy', async () => {
    for (const url of ['/', '/home', '/results', '/mynetwork/invitaions']) {
      const page = await app.http.inject({ url, headers: { accept: 'text/html' } });
      expect(page.statusCode).toBe(200);
      expect(page.body).toMatch(/<title>[^<]*Afterhours[^<]*<\/title>/);
      expect(page.headers['cache-control']).toBe('no-cache');
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/unsafe-(inline|eval)/);
      expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    }
  });

  it('are a 404 at unknown addresses, and still load the application', async () => {
    for (const url of ['/nothing', '/home/more', '/results/view-profile', '/dev/ui']) {
      const page = await app.http.inject({ url, headers: { accept: 'text/html' } });
      expect(page.statusCode, url).toBe(404);
      expect(page.body).toContain('<title>');
    }
    for (const url of ['/HOME', '/home/', '/Login?from=x'])
      expect((await app.http.inject({ url })).statusCode, url).toBe(200);
  });

  it('and all other responses are protected, even those to an address that cannot be parsed', async () => {
    for (const url of ['/', '/%E0%A4%A', '/api/%E0%A4%A', '/api/nothing', '/robots.txt']) {
      const { headers } = await app.http.inject({ url });
      expect(headers, url).toMatchObject({
        'content-security-policy': expect.stringMatching(/default-src '(none|self)'.*frame-ancestors 'none'/),
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('tell crawlers what to skip and where the icon is', async () => {
    const robots = await app.http.inject({ url: '/robots.txt' });
    expect(robots.body).toContain('Disallow: /api/');
    expect(robots.headers['content-type']).toContain('text/plain');
    expect((await app.http.inject({ url: '/favicon.ico' })).headers.location).toBe('/favicon.svg');
  });

  it("do not handle unknown calls, which fail in the contract's form", async () => {
    for (const url of ['/api/nothing', '/API', '/socket.io/nothing'])
      expect(failure.parse((await app.http.inject({ url })).json())).toMatchObject({ status: 404 });
  });

  it('allow caching hashed files for a year and do not serve hidden ones', async () => {
    expect((await app.http.inject({ url: '/assets/app-1a2b.js' })).headers['cache-control']).toContain('immutable');
    for (const url of ['/.build-hash', '/assets/none.js', '/..%2fpostgres', '/%2e%2e/package.json']) {
      expect((await app.http.inject({ url })).body).not.toContain('hash');
    }
    expect((await app.http.inject({ url: '/assets/none.js' })).statusCode).toBe(404);
  });

  it('require https only if the public address is https', async () => {
    expect((await app.http.inject({ url: '/' })).headers['strict-transport-security']).toBeUndefined();
    const readHsts = async (settings: Record<string, string>) => {
      const secure = await buildTestApp({ PUBLIC_URL: 'https://after.example', ...settings });
      const { headers } = await secure.http.inject({ url: '/healthz' });
      await secure.close();
      return headers['strict-transport-security'];
    };
    expect(await readHsts({})).toBe('max-age=31536000');
    expect(await readHsts({ HSTS_SUBDOMAINS: 'true' })).toBe('max-age=31536000; includeSubDomains');
  });
});

/** Sends bytes over a new connection; resolves with everything that comes back. */
async function exchange(bytes: string): Promise<string> {
  if (!app.http.server.listening) await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  return received;
}

it('A connection ends after two minutes without any traffic, even in the middle of a response', () => {
  expect(app.http.server.timeout).toBe(120_000);
});

it('A request may take half an hour while it moves: the files of a message on a line of 1 Mbit/s', () => {
  expect(app.http.server.requestTimeout).toBe(1_800_000);
  expect(app.http.server.headersTimeout).toBe(60_000);
});

it('A call that offers to continue with HTTP/2 gets its response with HTTP/1.1', async () => {
  const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
  expect(await exchange(`GET /healthz HTTP/1.1\r\nHost: a\r\n${offer}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
});

it('A call that offers a WebSocket where there is none gets its response', async () => {
  const offer = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: a\r\n';
  expect(await exchange(`GET /healthz HTTP/1.1\r\nHost: a\r\n${offer}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
});

it('A request that names the whole address, as to a proxy, gets the same response', async () => {
  for (const target of ['http://a/healthz', 'HTTP://b:80/healthz?x=1'])
    expect(await exchange(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`), target).toMatch(/^HTTP\/1.1 200 /);
  for (const target of ['http://a', 'http://a/'])
    expect(await exchange(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`), target).toContain('<title>');
  const call = await exchange('GET http://a/api/nothing HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(call).toMatch(/^HTTP\/1.1 404 [\s\S]*content-type: application\/json/i);
});

describe('Input that never becomes a call', () => {
  it.each([
    ['several hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['no HTTP', 'GET /api HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n', 400],
    ['endless headers', `GET /api HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 413],
    ['an address that cannot be read', 'GET /api/post/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
  ])("gets a failure in the contract's form: %s", async (_name, bytes, status) => {
    const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}$/im);
    expect(head).toMatch(/^x-content-type-options: nosniff$/im);
    expect(failure.parse(JSON.parse(body))).toMatchObject({ status, success: false });
  });

  it('holds no connection, even if the client keeps its side open', async () => {
    await exchange('no HTTP\r\n\r\n');
    const { server } = app.http;
    const count = () => promisify(server.getConnections.bind(server))();
    const before = await count();
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write('no HTTP\r\n\r\n');
    await once(socket.resume(), 'end');
    await expect.poll(count, { timeout: 10_000 }).toBe(before);
    socket.destroy();
  });

  it('includes plain text, which no call accepts', async () => {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/login',
      payload: 'email=x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(response.statusCode).toBe(415);
  });
});

describe('Health checks and metrics', () => {
  it('report that the process is alive and ready', async () => {
    expect((await app.http.inject({ url: '/healthz' })).statusCode).toBe(200);
    expect((await app.http.inject({ url: '/readyz' })).statusCode).toBe(200);
  });

  it('report that it is not ready without its database, and calls return 503', async () => {
    const lost = await buildTestApp();
    const { token } = await buildMember(lost);
    await lost.database.close();
    expect((await lost.http.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect((await lost.http.inject({ url: '/healthz' })).statusCode).toBe(200);
    const response = await lost.call(getProfile, { token });
    expect(response).toMatchObject({ ok: false, status: 503 });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    await lost.close();
  });

  it('are served on loopback, with nothing else beside them', async () => {
    const server = await serveMetrics(app.metrics, app.health, 0);
    const { port, address } = server.address() as AddressInfo;
    expect(address).toBe('127.0.0.1');
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toContain('http_request_duration_seconds');
    for (const name of ['db_pool_connections', 'job_duration_seconds', 'jobs_waiting']) expect(text).toContain(name);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    server.close();
    expect((await app.http.inject({ url: '/metrics' })).body).not.toContain('http_request_duration_seconds');
  });
});
