import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseUrl } from '../testing/database/test-database.ts';
import { createServerProcess, type ServerProcess } from '../testing/processes/killable-server.ts';
import { buildSignup } from '../testing/rows/members.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let web: ServerProcess;
let worker: ServerProcess;

beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'afterhours-roles-'));
  const settings = { DATABASE_URL: databaseUrl(test.connection), DATA_DIR: dataDir, SECRETS_KEY: 'c1'.repeat(32) };
  web = await createServerProcess({ ...settings, ROLE: 'web' });
  worker = await createServerProcess({ ...settings, ROLE: 'worker' });
});
afterAll(async () => {
  await Promise.all([web.kill(), worker.kill()]);
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const mails = (): string[] => {
  try {
    return readdirSync(path.join(dataDir, 'outbox'));
  } catch {
    return [];
  }
};
const probe = async (path: string) => (await fetch(`${worker.probes}${path}`)).status;

describe('The role of a process', () => {
  it('that only serves browsers leaves jobs to one that only runs jobs, which accepts no calls', async () => {
    await web.start();
    const signedUp = await fetch(`${web.origin}/api/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(buildSignup()),
    });
    expect(signedUp.status).toBe(200);
    expect(mails()).toEqual([]);
    await worker.start();
    await expect.poll(mails, { timeout: 10_000 }).toHaveLength(1);
    expect([await probe('/healthz'), await probe('/readyz'), await probe('/metrics')]).toEqual([200, 200, 200]);
    await expect(fetch(`${worker.origin}/healthz`)).rejects.toThrow('fetch failed');
    expect(worker.output()).toContain(`it runs jobs; health check: ${worker.probes}/readyz`);
    expect(await worker.stop()).toBe(0);
    expect(await web.stop()).toBe(0);
  });

  it('lets no member in if the port of the metrics, which was set, is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const METRICS_PORT = String((taken.address() as AddressInfo).port);
    const settings = { DATABASE_URL: databaseUrl(test.connection), DATA_DIR: dataDir, SECRETS_KEY: 'c1'.repeat(32) };
    const server = await createServerProcess({ ...settings, METRICS_PORT, LOG_LEVEL: 'info' });
    await expect(server.start()).rejects.toThrow(`METRICS_PORT=${Number(METRICS_PORT) + 1}`);
    expect(server.output()).not.toContain('listening at');
    taken.close();
  });

  it('that is partial is rejected in one line with the built-in database', async () => {
    const alone = await createServerProcess({ DATA_DIR: dataDir, ROLE: 'worker', DATABASE_URL: '' });
    await expect(alone.start()).rejects.toThrow(/exit 1.*The role worker needs DATABASE_URL/);
  });
});
