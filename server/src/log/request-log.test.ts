/** The log lines of requests and accounts, read from the real process as an operator sees them. */
import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseUrl } from '../testing/database/test-database.ts';
import { makeDataDir } from '../testing/files/data-dir.ts';
import { findFreePort } from '../testing/free-port.ts';
import { buildSignup, PASSWORD } from '../testing/rows/members.ts';

type Line = Record<string, unknown> & { event?: string; kind?: string };

let server: ChildProcess;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let port: number;
let metricsPort: number;
let written = '';
const fields = buildSignup();

const lines = (): Line[] =>
  written.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
const find = (wanted: Line): Line | undefined =>
  lines().find((line) => Object.entries(wanted).every(([name, value]) => line[name] === value));

async function call(method: string, route: string, body?: unknown, token?: string) {
  const response = await fetch(`http://127.0.0.1:${port}/api${route}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { body: { token: string; user: { _id: string } } };
}

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = makeDataDir('log');
  [port, metricsPort] = [await findFreePort(), await findFreePort()];
  server = fork(path.join(import.meta.dirname, '../testing/processes/server-process.ts'), [], {
    env: {
      ...process.env,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(database.connection),
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  server.stdout?.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  await new Promise((resolve) => server.once('message', resolve));
});
afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('The log', () => {
  it('contains the call, the caller and the result of each request', async () => {
    await call('POST', '/signup', fields);
    const { body } = await call('POST', '/login', { email: fields.email, password: PASSWORD });
    await call('GET', '/getProfile?token=secret', undefined, body.token);
    await expect
      .poll(() => find({ event: 'request', route: '/api/getProfile' }))
      .toMatchObject({
        method: 'GET',
        url: '/api/getProfile?token=…',
        status: 200,
        ms: expect.any(Number),
        memberId: body.user._id,
        sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        network: '127.0.0.1',
        reqId: expect.any(String),
      });
  });

  it('contains the account of a failed sign-in, and the member of a security event', async () => {
    await call('POST', '/login', { email: fields.email, password: 'Wrong42pass' });
    const account = fields.email;
    await expect
      .poll(() => find({ event: 'security', kind: 'sign-in-failed', account }))
      .toMatchObject({
        memberId: expect.any(String),
        network: '127.0.0.1',
      });
    expect(find({ kind: 'sign-up', account })).toBeDefined();
    expect(find({ kind: 'sign-in' })).toMatchObject({ memberId: expect.any(String) });
  });

  it('contains the limit that was reached, and the account whose attempts reached it', async () => {
    const email = 'somebody@example.com';
    for (let count = 0; count < 12; count++) await call('POST', '/login', { email, password: 'Wrong42pass' });
    await expect
      .poll(() => find({ event: 'security', kind: 'limit-reached' }))
      .toMatchObject({
        limit: 'login-account',
        key: email,
      });
  });

  it('contains no password, token or code', async () => {
    const { body } = await call('POST', '/login', { email: fields.email, password: PASSWORD });
    await call('POST', '/forgotPassword', { email: fields.email });
    await expect.poll(() => written).toMatch(/Mail to .*\.eml/);
    for (const secret of [PASSWORD, 'Wrong42pass', body.token, 'ResetPassword?token'])
      expect(written).not.toContain(secret);
    expect(written).not.toMatch(/\d{6} is your/);
  });

  it('contains a line for a call whose caller hung up, which the metrics count', async () => {
    const body = JSON.stringify({ email: fields.email, password: PASSWORD });
    const type = 'Content-Type: application/json';
    const head = `POST /api/login HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: ${body.length}`;
    async function hangUp(): Promise<void> {
      const socket = connect(port, '127.0.0.1');
      socket.write(`${head}\r\n\r\n${body}`, () => socket.resetAndDestroy());
      await new Promise((resolve) => socket.once('close', resolve));
    }
    // The system decides how much of a call arrives before the connection breaks, so this is retried until one arrives.
    const tryOnce = () => hangUp().then(() => find({ route: '/api/login', status: 499, network: '127.0.0.1' }));
    await expect.poll(tryOnce).toMatchObject({ event: 'request', method: 'POST' });
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/api\/login",status="499"\} [1-9]/,
    );
  });
});
