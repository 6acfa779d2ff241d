/** A server whose log cannot be written: every write to /dev/full fails like one to a full disk. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase, databaseUrl } from '../testing/database/test-database.ts';
import { makeDataDir } from '../testing/files/data-dir.ts';
import { findFreePort } from '../testing/free-port.ts';

const FULL = '/dev/full';

it.skipIf(!existsSync(FULL))(
  'A full disk for the log does not keep a server from serving',
  async () => {
    const dataDir = makeDataDir('log');
    const { connection, drop } = await createTestDatabase();
    const port = await findFreePort();
    const full = openSync(FULL, 'w');
    const DATABASE_URL = databaseUrl(connection);
    const settings = { PORT: String(port), METRICS_PORT: '0', DATA_DIR: dataDir, DATABASE_URL, LOG_LEVEL: 'info' };
    const server = fork(path.join(import.meta.dirname, '../testing/processes/server-process.ts'), [], {
      env: { ...process.env, ...settings, RATE_LIMIT_FACTOR: '0' },
      execArgv: [],
      stdio: ['ignore', full, full, 'ipc'],
    });
    const ended = once(server, 'exit');
    await Promise.race([once(server, 'message'), ended]);
    const statuses: number[] = [];
    for (let count = 0; count < 20; count++) {
      const response = await fetch(`http://127.0.0.1:${port}/api/getProfile`, { signal: AbortSignal.timeout(5_000) });
      statuses.push(response.status);
    }
    server.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
    expect(statuses).toEqual(Array(20).fill(401));
    expect(code).toBe(0);
  },
  60_000,
);
