/** Starts all parts on loopback: databases, Redis, an object store, the nodes, and the balancer in front of them. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePorts } from '../../server/src/testing/free-port.ts';
import { startObjectStore } from '../../server/src/testing/servers/object-store.ts';
import { createRedisServer, type RedisServer } from '../../server/src/testing/servers/redis-server.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Databases, startDatabases, urlThrough } from './databases.ts';
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
/** Long enough for the two failed checks that the balancer needs, which are late on a busy machine. */
const DRAIN_SECONDS = 5;

async function startRedis(program: string): Promise<{ server: RedisServer; proxy: TcpProxy }> {
  const server = await createRedisServer(program, ['--maxmemory', '64mb', '--maxmemory-policy', 'noeviction']);
  await server.start();
  return { server, proxy: await createTcpProxy(Number(new URL(server.url).port)) };
}

type Services = { databases: Databases; redis: { proxy: TcpProxy } | null; endpoint: string; origin: string };

function buildEnvironment(
  folder: string,
  role: string,
  { databases, redis, endpoint, origin }: Services,
): Record<string, string> {
  return {
    ROLE: role,
    DATA_DIR: folder,
    PUBLIC_URL: origin,
    SECRETS_KEY: 'c1'.repeat(32),
    DATABASE_URL: urlThrough(databases.proxies.primary),
    DATABASE_REPLICA_URLS: urlThrough(databases.proxies.replica),
    REDIS_URL: redis ? `redis://127.0.0.1:${redis.proxy.port}` : '',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'media',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    // These members do in seconds what real ones do in minutes: the limits are on, but high enough for this run.
    RATE_LIMIT_FACTOR: '20',
    SIGN_UPS_PER_HOUR: '0',
    LOG_LEVEL: 'warn',
  };
}

/** The clean-up functions, in the order in which the parts were started. */
export type Undo = (() => unknown)[];

/** Runs and removes all clean-up functions, the last one first. */
export async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.splice(0).toReversed()) await step();
}

/** Creates the folder for all files. If root runs the test, the databases run as another user, who needs access. */
export function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-cluster-'));
  chmodSync(folder, 0o711);
  return folder;
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });

/** Starts all parts, with their files below `folder`. After a failure, `undo` stops the parts that were started. */
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
  const services = { databases, redis, endpoint: store.endpoint, origin: `http://127.0.0.1:${publicPort}` };
  const nodes = ROLES.map((role, index) => {
    const name = `node${index + 1}`;
    const nodeFolder = path.join(folder, name);
    mkdirSync(nodeFolder);
    const [port = 0, metricsPort = 0] = ports.slice(2 * index);
    const env = buildEnvironment(nodeFolder, role, services);
    return createNode({ name, port, metricsPort, logFile: path.join(folder, `${name}.log`), env });
  });
  undo.push(() => Promise.all(nodes.map((node) => node.kill())));
  await Promise.all(nodes.map((node) => node.start()));
  const balancer = await startBalancer(programs.balancer, { port: publicPort, folder, nodes });
  undo.push(() => balancer.stop());
  return { databases, redis, nodes, balancer };
}
