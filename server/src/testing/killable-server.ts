/** A server that a test may kill and start again, on one address and one database. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase } from './test-database.ts';

export type KillableServer = {
  origin: string;
  start(): Promise<void>;
  /** SIGKILL: nothing is told, nothing is finished. */
  kill(): Promise<void>;
  close(): Promise<void>;
};

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function createKillableServer(): Promise<KillableServer> {
  const { connection, drop } = await createTestDatabase();
  const { host, port: databasePort, user, database } = connection;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'afterhours-killable-'));
  const port = await findFreePort();
  const env = {
    ...process.env,
    DATABASE_URL: `postgres:///${database}?${new URLSearchParams({ host, port: String(databasePort), user }).toString()}`,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: '0',
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'silent',
  };
  let child: ChildProcess | null = null;

  async function kill(): Promise<void> {
    const running = child;
    child = null;
    if (!running) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    async start() {
      const started = fork(path.join(import.meta.dirname, 'server-process.ts'), { env, execArgv: [], stdio: 'ignore' });
      child = started;
      await Promise.race([
        once(started, 'message'),
        once(started, 'exit').then(([code]) => {
          throw new Error(`the server ended early (exit ${String(code)})`);
        }),
      ]);
    },
    kill,
    async close() {
      await kill();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
