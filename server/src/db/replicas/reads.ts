/**
 * Query builders for single reads that choose their server: a sufficiently recent replica, the primary, or, while the
 * primary is away, any replica that responds. If a server breaks during a read, the read is retried elsewhere, which is
 * safe because it changes nothing. There are no transactions here.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { WatchedPool } from '../connection/pool.ts';
import { isUnreachable } from '../connection/unreachable.ts';
import { errorCode } from '../error-code.ts';
import type { Database } from '../schema/schema.ts';
import { type Position, requiredPosition } from './position.ts';

/** The servers that a read may use. */
export type ReadTargets = {
  readonly primary: WatchedPool;
  readonly primaryAway: boolean;
  /** Returns a replica that has reached the position and does not lag too far behind, or null. */
  replicaAt(position: Position): WatchedPool | null;
  /** Returns any replica that responds, however far it lags behind, or null. */
  anyReplica(): WatchedPool | null;
  /** Excludes a replica until its next check. */
  leaveOut(pool: WatchedPool): void;
};

/** `a moment old`: from replicas that have the caller's own writes. `now`: from the primary, as long as it responds. */
type Freshness = 'a moment old' | 'now';

/** A standby cancels reads that would delay its replication. */
const CANCELLED = '40001';

const mayGoElsewhere = (error: unknown): boolean => isUnreachable(error) || errorCode(error) === CANCELLED;

/** Yields the servers to try, best first. */
function* routesOf(targets: ReadTargets, freshness: Freshness): Generator<WatchedPool> {
  if (freshness === 'a moment old') {
    const replica = targets.replicaAt(requiredPosition());
    if (replica) yield replica;
  }
  const away = targets.primaryAway;
  if (!away) yield targets.primary;
  const replica = targets.anyReplica();
  if (replica) yield replica;
  else if (away) yield targets.primary;
}

async function read(targets: ReadTargets, freshness: Freshness, query: CompiledQuery): Promise<pg.QueryResult> {
  let lastError: unknown;
  for (const pool of routesOf(targets, freshness)) {
    try {
      return await pool.read(query.sql, [...query.parameters]);
    } catch (error) {
      if (!mayGoElsewhere(error)) throw error;
      if (pool !== targets.primary && isUnreachable(error)) targets.leaveOut(pool);
      lastError = error;
    }
  }
  throw lastError;
}

const refuse = (): Promise<never> => Promise.reject(new Error('There are no transactions over reads.'));

function createDriver(targets: ReadTargets, freshness: Freshness): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows } = await read(targets, freshness, query);
      return { rows: rows as R[] };
    },
    streamQuery() {
      throw new Error('Reads are not streamed.');
    },
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => undefined,
  };
}

export const createReads = (
  targets: ReadTargets,
  freshness: Freshness,
  log: (event: LogEvent) => void,
): Kysely<Database> =>
  new Kysely<Database>({
    log,
    dialect: {
      createDriver: () => createDriver(targets, freshness),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
