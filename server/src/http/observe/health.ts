/**
 * /healthz: the process is alive. /readyz: it can serve; 503 while it drains, or reaches neither its database nor a
 * replica. While only the primary is away it stays ready, because reads continue and all servers are in the same state.
 */
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema/schema.ts';
import type { LiveState } from './metrics.ts';

type Readiness = {
  status: 'ready' | 'not ready';
  /** What it can do without: whether Redis, if there is one, is up, and whether all live events reach the tabs. */
  redis: 'up' | 'down' | 'none';
  live: 'whole' | 'weak';
};

const SHARED_MS = 1_000;

export type Health = { check(): Promise<Readiness> };

type Parts = Pick<LiveState, 'redis' | 'linkStatus'> & { reads: Kysely<Database>; isDraining: () => boolean };

export function createHealth({ reads, redis, linkStatus, isDraining }: Parts): Health {
  let last: { at: number; result: Promise<boolean> } | undefined;
  /** Queries the database at most once a second, for all callers. */
  function isReachable(): Promise<boolean> {
    if (last && Date.now() - last.at < SHARED_MS) return last.result;
    const result = sql`SELECT 1`.execute(reads).then(
      () => true,
      () => false,
    );
    last = { at: Date.now(), result };
    return result;
  }
  return {
    async check() {
      const ready = !isDraining() && (await isReachable());
      return {
        status: ready ? 'ready' : 'not ready',
        redis: redis ? (redis.up ? 'up' : 'down') : 'none',
        live: linkStatus.weak ? 'weak' : 'whole',
      };
    },
  };
}

/** Adds the health checks to the public port, mainly for load balancers. */
export function addHealth(app: FastifyInstance, health: Health): void {
  const schema = { hide: true };
  app.get('/healthz', { schema, logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema, logLevel: 'warn' }, async (_request, reply) => {
    const readiness = await health.check();
    return reply.status(readiness.status === 'ready' ? 200 : 503).send(readiness);
  });
}
