/** Real servers in child processes, which a test can kill and restart at the same address and on the same database. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { openDatabase } from '#db/connection/pool.ts';
import type { Database } from '#db/schema/schema.ts';
import type { AppOptions } from '../../app.ts';
import { createTestDatabase, type DatabaseConnection, databaseUrl } from '../database/test-database.ts';
import { findFreePort } from '../free-port.ts';
import { type SecondServer, startInPlaceOf } from '../second-server.ts';
import { type TestApp, withoutJobs } from '../test-app.ts';

export type ServerProcess = {
  origin: string;
  /** The address for health checks, which every role has. */
  probes: string;
  /** Resolves when it is ready; rejects with its output if it exits before. */
  start(): Promise<void>;
  /** Starts it without waiting for the result. */
  launch(): ChildProcess;
  /** Sends SIGKILL: no clean shutdown. */
  kill(): Promise<void>;
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** Returns its output since it was launched. */
  output(): string;
};

type Settings = Record<string, string>;

/** Returns a server with these settings; by default, limits are off and nothing is logged. */
export async function createServerProcess(settings: Settings): Promise<ServerProcess> {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'silent',
    ...settings,
  };
  let child: ChildProcess | null = null;
  let log = '';

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return running?.exitCode ?? null;
    const ended = once(running, 'exit');
    running.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  }

  function launch(): ChildProcess {
    const file = path.join(import.meta.dirname, 'server-process.ts');
    log = '';
    child = fork(file, { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (log += text.toString()));
    return child;
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    probes: `http://127.0.0.1:${metricsPort}`,
    launch,
    async start() {
      const started = launch();
      await Promise.race([
        once(started, 'message'),
        once(started, 'close').then(([code]) => {
          throw new Error(`the server ended early (exit ${String(code)}): ${log}`);
        }),
      ]);
    },
    kill: () => end('SIGKILL').then(() => undefined),
    stop: () => end('SIGTERM'),
    output: () => log,
  };
}

/** A server on the database and folder of an application, and what has taken its place. */
export type ServerOfApp = ServerProcess & {
  /** In place of a last restart after a kill, starts a server as `startInPlaceOf` does. */
  replace(options?: Pick<AppOptions, 'hostOverrides'>): Promise<void>;
  /** Ends it, what has taken its place, and the application. */
  close(): Promise<void>;
};

/**
 * Returns a server of an application that was built with `withoutJobs`. The application prepares what the server shall
 * find when it starts, for much less than another start of a server costs.
 */
export async function createServerOf(app: TestApp, settings: Settings = {}): Promise<ServerOfApp> {
  const server = await createServerProcess({
    DATABASE_URL: databaseUrl(app.connection),
    DATA_DIR: app.dataDir,
    SECRETS_KEY: withoutJobs.SECRETS_KEY,
    ...settings,
  });
  let replacement: SecondServer | undefined;
  return {
    ...server,
    async replace(options) {
      replacement = await startInPlaceOf(server, app, options);
    },
    async close() {
      await server.kill();
      await replacement?.stop();
      await app.close();
    },
  };
}

/** A server with its own new database and folder, and a query builder that works while it is dead, too. */
export type KillableServer = ServerProcess & {
  connection: DatabaseConnection;
  db: Kysely<Database>;
  dataDir: string;
  close(): Promise<void>;
};

export async function startKillableServer(settings: Settings = {}): Promise<KillableServer> {
  const { connection, drop } = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'afterhours-killable-'));
  const server = await createServerProcess({ DATABASE_URL: databaseUrl(connection), DATA_DIR: dataDir, ...settings });
  await server.start();
  const { db } = openDatabase({ ...connection, max: 3 }, () => undefined);
  return {
    ...server,
    connection,
    db,
    dataDir,
    async close() {
      await server.kill();
      await db.destroy();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
