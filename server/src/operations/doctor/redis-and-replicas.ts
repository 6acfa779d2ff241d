/** Redis and the read replicas: optional services shared by several servers. */
import { Redis } from 'ioredis';
import pg from 'pg';
import { type Check, type Finding, fail, messageOf, ok, warn } from './finding.ts';

const TIMEOUT_MS = 3_000;
/** Servers exclude a replica with more lag. */
const LAG_WARN_SECONDS = 5;

async function judgeEviction(redis: Redis): Promise<Finding> {
  try {
    const [, policy = 'unknown'] = (await redis.config('GET', 'maxmemory-policy')) as string[];
    if (policy === 'noeviction') return ok('it evicts no keys (noeviction)');
    return warn(`its maxmemory-policy is ${policy}: allowances may be lost when it is full`, 'Set it to noeviction.');
  } catch {
    return warn('its maxmemory-policy cannot be read', 'Make sure that it is noeviction.');
  }
}

export const checkRedis: Check = {
  name: 'Redis',
  async run({ config }) {
    if (config.redisUrl === null) return [ok('not configured: a single server needs none')];
    const { host } = new URL(config.redisUrl);
    const redis = new Redis(config.redisUrl, {
      lazyConnect: true,
      connectTimeout: TIMEOUT_MS,
      commandTimeout: TIMEOUT_MS,
      retryStrategy: () => null,
    });
    // The failed call reports the error.
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      await redis.ping();
      return [ok(`${host} responds`), await judgeEviction(redis)];
    } catch (error) {
      return [
        fail(
          `${host} does not respond: ${messageOf(error)}`,
          'Check REDIS_URL. Until then, browsers reload lists by themselves.',
        ),
      ];
    } finally {
      redis.disconnect();
    }
  },
};

/** `database` identifies server and database; it is the same on a primary and its replicas. */
type Position = { recovering: boolean; database: string; lag: number };

const DATABASE = `system_identifier || '/' || (SELECT oid FROM pg_database WHERE datname = current_database())`;

const POSITION = `
  SELECT pg_is_in_recovery() AS recovering, ${DATABASE} AS database,
    CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
      ELSE coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 0) END::float8 AS lag
  FROM pg_control_system()`;

async function readPosition(url: string): Promise<Position> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  try {
    await client.connect();
    const { rows } = await client.query<Position>(POSITION);
    if (!rows[0]) throw new Error('it returned no row');
    return rows[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * `database` is null while the primary is unreachable: then nothing can be compared, and only the replica's state
 * counts.
 */
async function judgeReplica(url: string, database: string | null): Promise<Finding> {
  const name = URL.parse(url)?.host || 'the replica';
  try {
    const position = await readPosition(url);
    if (!position.recovering || (database !== null && position.database !== database)) {
      return fail(
        `${name} is not a replica of this database`,
        'Check DATABASE_REPLICA_URLS: no server starts with it.',
      );
    }
    const text = `${name} is ${position.lag.toFixed(1)} s behind`;
    if (position.lag <= LAG_WARN_SECONDS) return ok(text);
    return warn(
      text,
      'It is excluded until it has caught up. Check its disk, and look for long-running queries on it.',
    );
  } catch (error) {
    return fail(
      `${name} does not respond: ${messageOf(error)}`,
      'It is excluded until it responds; its reads go to the primary.',
    );
  }
}

export const checkReplicas: Check = {
  name: 'Read replicas',
  async run({ config, pool }) {
    if (config.replicaUrls.length === 0) return [ok('not configured: the primary serves all reads')];
    const primary = await pool
      .query<{ database: string }>(`SELECT ${DATABASE} AS database FROM pg_control_system()`)
      .then(
        ({ rows }) => rows[0]?.database ?? null,
        () => null,
      );
    return Promise.all(config.replicaUrls.map((url) => judgeReplica(url, primary)));
  },
};
