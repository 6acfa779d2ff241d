/**
 * Read replicas: which of them may currently serve a read. A replica is excluded while it does not respond, is not a
 * replica of this primary, or lags further behind than `MAX_LAG_MS`; it is included again by itself.
 *
 * The lag: the primary's log position is sampled several times a second, and a replica is as old as the earliest of
 * these samples that it has not reached yet. While the primary is away nothing new is written, and the lag does not
 * grow.
 */
import type { Kysely, LogEvent } from 'kysely';
import { type ConnectionSettings, openPool, type WatchedPool } from '../connection/pool.ts';
import { type DatabaseStatus, type WatchedDatabase, watchDatabase } from '../connection/watched-database.ts';
import type { Database } from '../schema/schema.ts';
import type { Position } from './position.ts';
import { createReads, type ReadTargets } from './reads.ts';

/** With more lag, a replica is excluded; with less than half of it, the replica is included again. */
const MAX_LAG_MS = 5_000;
const CHECK_MS = 250;
const CHECK_ALONE_MS = 1_000;
const KEPT_SAMPLES = 60;

type Sample = { at: number; position: Position };
type ReplicaState = 'serving' | 'away' | 'behind' | 'wrong';

type Replica = {
  name: string;
  pool: WatchedPool;
  watch: WatchedDatabase;
  state: ReplicaState;
  /** Whether it has failed a read since its last check. */
  failed: boolean;
};

export type Replicas = {
  readonly primaryAway: boolean;
  /** Whether there are no replicas: reads then use the primary. */
  readonly none: boolean;
  /** For reads that may be a moment old. */
  readonly reads: Kysely<Database>;
  /** For reads from the primary, which a replica serves only while the primary is away. */
  readonly readsNow: Kysely<Database>;
  readonly states: readonly { name: string; state: ReplicaState; lagMs: number }[];
  /** Checks all replicas once; throws if one that responds is not a replica of the primary. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  pool: WatchedPool;
  log: (event: LogEvent) => void;
  connection: ConnectionSettings;
  urls: readonly string[];
  onChange: (line: string) => void;
  onError: (error: Error) => void;
};

const nameOf = (url: string): string => URL.parse(url)?.host || 'replica';

/** Returns true if the checked server is a standby of the primary and has the same database. */
export const isReplicaOf = (status: DatabaseStatus, primary: DatabaseStatus | null): boolean =>
  status.inRecovery &&
  (primary === null || (primary.systemId === status.systemId && primary.databaseId === status.databaseId));

/** Watches the primary and keeps samples of its log position. */
function watchPrimary({ pool, connection, onChange }: Options) {
  const samples: Sample[] = [];
  const watch = watchDatabase({
    settings: connection,
    pool,
    onAway: (away) => onChange(away ? 'the database is away' : 'the database is back'),
    onStatus: ({ position }) => {
      samples.push({ at: Date.now(), position });
      if (samples.length > KEPT_SAMPLES) samples.shift();
    },
  });
  return {
    watch,
    /** Returns how long ago, in ms, the primary was at a position that the replica has not reached. */
    lagOf(position: Position): number {
      const missed = samples.find((sample) => sample.position > position);
      return missed ? Date.now() - missed.at : 0;
    },
  };
}

type Primary = ReturnType<typeof watchPrimary>;

function openReplica(url: string, onError: (error: Error) => void): Replica {
  const settings = { connectionString: url };
  const pool = openPool({ ...settings, connectionTimeoutMillis: 1_500 }, onError);
  return { name: nameOf(url), pool, watch: watchDatabase({ settings, pool }), state: 'away', failed: false };
}

function stateOf(replica: Replica, primary: Primary): ReplicaState {
  const { status, away } = replica.watch;
  if (away || !status) return 'away';
  if (!isReplicaOf(status, primary.watch.status)) return 'wrong';
  const allowed = replica.state === 'serving' ? MAX_LAG_MS : MAX_LAG_MS / 2;
  return primary.lagOf(status.position) > allowed ? 'behind' : 'serving';
}

const reachedBy = (position: Position) => (replica: Replica) =>
  replica.state === 'serving' && !replica.failed && (replica.watch.status?.position ?? 0) >= position;

const isAnswering = (replica: Replica): boolean =>
  !replica.failed && (replica.state === 'serving' || replica.state === 'behind');

/** Chooses the targets of reads; replicas take turns. */
function createTargets(pool: WatchedPool, primary: Primary, replicas: readonly Replica[]): ReadTargets {
  let count = 0;
  function oneOf(fitting: Replica[]): WatchedPool | null {
    count = (count + 1) % 1_000_000;
    return fitting[count % fitting.length]?.pool ?? null;
  }
  return {
    primary: pool,
    get primaryAway() {
      return primary.watch.away;
    },
    replicaAt: (position) => oneOf(replicas.filter(reachedBy(position))),
    anyReplica: () => oneOf(replicas.filter(isAnswering)),
    leaveOut(failed) {
      for (const replica of replicas) if (replica.pool === failed) replica.failed = true;
    },
  };
}

/** Checks all replicas, once and then regularly. */
function createChecking(primary: Primary, replicas: readonly Replica[], onChange: Options['onChange']) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function checkReplica(replica: Replica): Promise<void> {
    await replica.watch.check();
    const state = stateOf(replica, primary);
    replica.failed = false;
    if (state !== replica.state) onChange(`replica ${replica.name}: ${state}`);
    replica.state = state;
  }

  const checkAll = () => Promise.all(replicas.map(checkReplica));

  return {
    checkAll,
    start(): void {
      timer = setTimeout(() => void checkAll().finally(() => (stopped ? undefined : this.start())), CHECK_MS).unref();
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

export function createReplicas(options: Options): Replicas {
  const { pool, log, urls, onChange } = options;
  const primary = watchPrimary(options);
  const replicas = urls.map((url) => openReplica(url, options.onError));
  const targets = createTargets(pool, primary, replicas);
  const checking = createChecking(primary, replicas, onChange);
  const none = replicas.length === 0;

  return {
    none,
    reads: createReads(targets, 'a moment old', log),
    readsNow: createReads(targets, 'now', log),
    get primaryAway() {
      return primary.watch.away;
    },
    get states() {
      return replicas.map(({ name, state, watch }) => ({
        name,
        state,
        lagMs: watch.status ? primary.lagOf(watch.status.position) : 0,
      }));
    },
    async start() {
      await primary.watch.check();
      await checking.checkAll();
      for (const { name, state } of replicas) if (state === 'away') onChange(`replica ${name}: away`);
      const wrong = replicas.find(({ state }) => state === 'wrong');
      if (wrong) throw new WrongReplicaError(wrong.name);
      primary.watch.start(none ? CHECK_ALONE_MS : CHECK_MS);
      if (!none) checking.start();
    },
    async stop() {
      checking.stop();
      await primary.watch.stop();
      await Promise.all(replicas.map(({ watch }) => watch.stop()));
      await Promise.all(replicas.map((replica) => replica.pool.end()));
    },
  };
}

/** A database configured as a replica is not one of this primary; `message` is fit to be shown. */
export class WrongReplicaError extends Error {
  constructor(name: string) {
    super(`DATABASE_REPLICA_URLS: the database at ${name} is not a replica of the one at DATABASE_URL.`);
  }
}
