/**
 * A PostgreSQL primary and a standby that follows it, from the built-in binaries. The standby begins as a file copy of
 * the new cluster, which has never been started, so that no backup tool is needed.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../server/src/db/connection/pool.ts';
import { prepareBinaries } from '../../server/src/platform/embedded-postgres/binaries.ts';
import { DATABASE_ROLE, prepareCluster } from '../../server/src/platform/embedded-postgres/cluster.ts';
import { chooseDatabaseUser, type DatabaseUser } from '../../server/src/platform/embedded-postgres/database-user.ts';
import {
  type PostmasterPlan,
  startPostmaster,
  stopPostmaster,
} from '../../server/src/platform/embedded-postgres/postmaster.ts';
import { createTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const DATABASE = 'afterhours';

type DatabaseServer = {
  /** The address without a proxy, for the checks. */
  url: string;
  start(): Promise<void>;
  /** Sends SIGKILL to the server process; the data that is not on disk is lost. */
  kill(): Promise<void>;
  /** Sends SIGSTOP to all processes: connections are still accepted, but get no response. */
  freeze(): void;
  thaw(): void;
};

export type Databases = {
  primary: DatabaseServer;
  replica: DatabaseServer;
  /** Between the nodes and each database, and between the replica and its primary. */
  proxies: { primary: TcpProxy; replica: TcpProxy; replication: TcpProxy };
  stop(): Promise<void>;
};

const urlOf = (port: number): string => `postgres://${DATABASE_ROLE}@127.0.0.1:${port}/${DATABASE}`;

function createFolder(folder: string, user: DatabaseUser | undefined): string {
  mkdirSync(folder, { mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

function buildPlan(home: string, port: number, binary: string, user: DatabaseUser | undefined): PostmasterPlan {
  const cluster = path.join(home, 'cluster');
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '32MB',
    io_method: 'sync',
    huge_pages: 'off',
    jit: 'off',
    timezone: 'UTC',
    wal_level: 'replica',
    // Keeps enough WAL for a standby that was down or cut off.
    wal_keep_size: '512MB',
    max_wal_size: '256MB',
    hot_standby: 'on',
    hot_standby_feedback: 'on',
    wal_receiver_timeout: '3s',
    wal_sender_timeout: '3s',
    wal_retrieve_retry_interval: '500ms',
  };
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  return { binary, args, cluster, logFile: path.join(home, 'server.log'), user, onProgress: () => undefined };
}

function createServer(plan: PostmasterPlan, port: number): DatabaseServer & { stop(): Promise<void> } {
  let pid = 0;
  /** Stops the parent first, because it starts new children; resumes it last. */
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    if (signal === 'SIGSTOP') process.kill(pid, signal);
    const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
    for (const child of children) process.kill(Number(child), signal);
    if (signal === 'SIGCONT') process.kill(pid, signal);
  };
  return {
    url: urlOf(port),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async start() {
      pid = await startPostmaster(plan);
    },
    async kill() {
      process.kill(pid, 'SIGKILL');
      await stopPostmaster(pid);
    },
    async stop() {
      if (pid > 0) await stopPostmaster(pid);
    },
  };
}

async function runStatement(url: string, statement: string): Promise<void> {
  const database = openDatabase({ connectionString: url, max: 1 }, () => undefined);
  await database.pool.query(statement).finally(() => database.close());
}

/** Starts both servers below `folder`, with an empty database. */
export async function startDatabases(folder: string, ports: [number, number]): Promise<Databases> {
  const user = chooseDatabaseUser(folder);
  const [primaryHome, replicaHome] = ['primary', 'replica'].map((name) =>
    createFolder(path.join(folder, name), user),
  ) as [string, string];
  const binaries = prepareBinaries(user, primaryHome);
  await prepareCluster(primaryHome, binaries, user, true, () => undefined);
  const copy = path.join(replicaHome, 'cluster');
  cpSync(path.join(primaryHome, 'cluster'), copy, { recursive: true, preserveTimestamps: true });
  const replication = await createTcpProxy(ports[0]);
  writeFileSync(path.join(copy, 'standby.signal'), '');
  const names = `user=${DATABASE_ROLE} application_name=replica`;
  const source = `host=127.0.0.1 port=${replication.port} ${names} connect_timeout=2`;
  writeFileSync(path.join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, copy]);
  const primary = createServer(buildPlan(primaryHome, ports[0], binaries.postgres, user), ports[0]);
  const replica = createServer(buildPlan(replicaHome, ports[1], binaries.postgres, user), ports[1]);
  try {
    await primary.start();
    await runStatement(primary.url.replace(/[^/]+$/, 'postgres'), `CREATE DATABASE ${DATABASE}`);
    await replica.start();
  } catch (error) {
    await Promise.all([replica.stop(), primary.stop()]);
    throw error;
  }
  const proxies = { primary: await createTcpProxy(ports[0]), replica: await createTcpProxy(ports[1]), replication };
  return {
    primary,
    replica,
    proxies,
    async stop() {
      for (const proxy of Object.values(proxies)) proxy.close();
      await replica.stop();
      await primary.stop();
    },
  };
}

/** Returns the address of a database through a proxy. */
export const urlThrough = (proxy: TcpProxy): string => urlOf(proxy.port);
