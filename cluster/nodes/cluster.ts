/** Starts the parts on loopback: databases, Redis, an object store, nodes and the balancer before them. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePorts } from '../../server/src/testing/free-port.ts';
import { startObjectStore } from '../../server/src/testing/stand-ins/object-store.ts';
import { createRedisServer, type RedisServer } from '../../server/src/testing/stand-ins/redis-server.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Databases, startDatabases, through } from './databases.ts';
import { createNode, type Node } from './nodes.ts';
import type { Programs } from './programs.ts';
import { createTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export type Cluster = {
  databases: Databases;
  redis: { server: RedisServer; proxy: TcpProxy } | null;
  nodes: readonly Node[];
  balancer: Balancer;
};

const ROLES = ['web', 'web', 'all'] as const;
/** The balancer needs two failed checks, which a busy machine makes late. */
const DRAIN_SECONDS = 5;

async function startRedis(program: string): Promise<{ server: RedisServer; proxy: TcpProxy }> {
  const server = await createRedisServer(program, ['--maxmemory', '64mb', '--maxmemory-policy', 'noeviction']);
  await server.start();
  return { server, proxy: await createTcpProxy(Number(new URL(server.url).port)) };
}

type Outside = { databases: Databases; redis: { proxy: TcpProxy } | null; endpoint: string; origin: string };

function settingsOf(
  folder: string,
  role: string,
  { databases, redis, endpoint, origin }: Outside,
): Record<string, string> {
  return {
    ROLE: role,
    DATA_DIR: folder,
    PUBLIC_URL: origin,
    SECRETS_KEY: 'c1'.repeat(32),
    DATABASE_URL: through(databases.proxies.primary),
    DATABASE_REPLICA_URLS: through(databases.proxies.replica),
    REDIS_URL: redis ? `redis://127.0.0.1:${redis.proxy.port}` : '',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'media',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    // Members here do in seconds what others do in minutes; the limits are on, but high enough for this run.
    RATE_LIMIT_FACTOR: '20',
    SIGN_UPS_PER_HOUR: '0',
    LOG_LEVEL: 'warn',
  };
}

/** The clean-up functions, in the order of the starts. */
export type Undo = (() => unknown)[];

/** Runs all of them, the last first. */
export async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.splice(0).toReversed()) await step();
}

/** The folder for everything; root's databases run as another user, who needs access to it. */
export function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-cluster-'));
  chmodSync(folder, 0o711);
  return folder;
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });

/** Starts everything below `folder`; also after a failure, `undo` can stop what was started. */
export async function startCluster(
  programs: Programs & { balancer: string },
  folder: string,
  undo: Undo,
): Promise<Cluster> {
  const [primaryPort, replicaPort, publicPort, ...ports] = (await findFreePorts(3 + 2 * ROLES.length)) as [
    number,
    number,
    number,
    ...number[],
  ];
  const databases = await startDatabases(folder, [primaryPort, replicaPort]);
  undo.push(() => databases.stop());
  const redis = programs.redis ? await startRedis(programs.redis) : null;
  if (redis)
    undo.push(
      () => redis.server.kill(),
      () => redis.proxy.close(),
    );
  const store = await startObjectStore(path.join(folder, 'store'));
  undo.push(() => store.close());
  const outside = { databases, redis, endpoint: store.endpoint, origin: `http://127.0.0.1:${publicPort}` };
  const nodes = ROLES.map((role, index) => {
    const name = `node${index + 1}`;
    const nodeFolder = path.join(folder, name);
    mkdirSync(nodeFolder);
    const [port = 0, metricsPort = 0] = ports.slice(2 * index);
    const env = settingsOf(nodeFolder, role, outside);
    return createNode({ name, port, metricsPort, logFile: path.join(folder, `${name}.log`), env });
  });
  undo.push(() => Promise.all(nodes.map((node) => node.kill())));
  await Promise.all(nodes.map((node) => node.start()));
  const balancer = await startBalancer(programs.balancer, { port: publicPort, folder, nodes });
  undo.push(() => balancer.stop());
  return { databases, redis, nodes, balancer };
}
