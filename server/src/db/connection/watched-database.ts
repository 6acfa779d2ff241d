/**
 * Watches whether a database responds, and at which log position it is, over a separate connection, several times a
 * second. A database that accepts connections and then does not respond (a cut connection, a stopped machine) would
 * keep every caller waiting. Its connections are broken instead, and no new ones are tried until it responds, so that
 * calls fail at once and can use another server.
 */
import pg from 'pg';
import { NO_POSITION, type Position, parsePosition } from '../replicas/position.ts';
import type { ConnectionSettings, WatchedPool } from './pool.ts';
import { isUnreachable } from './unreachable.ts';

const RESPONSE_TIMEOUT_MS = 2_500;

/**
 * The result of one check. `systemId` is shared by a primary and its replicas only; `databaseId` distinguishes the
 * databases of one server and is the same on its replicas.
 */
export type DatabaseStatus = { position: Position; inRecovery: boolean; systemId: string; databaseId: string };

export type WatchedDatabase = {
  /** Whether it failed to respond to the last check. */
  readonly away: boolean;
  /** The result of the last successful check; null before the first. */
  readonly status: DatabaseStatus | null;
  /** Checks once; resolves when the response has arrived or is overdue. */
  check(): Promise<void>;
  start(everyMs: number): void;
  stop(): Promise<void>;
};

type Options = {
  settings: ConnectionSettings;
  /**
   * Its open connections are broken when the database stops responding, and it provides none while the database is
   * away.
   */
  pool: WatchedPool;
  onStatus?: (status: DatabaseStatus) => void;
  /** Called when the database stops responding, and when it responds again. */
  onAway?: (away: boolean) => void;
};

const STATUS_QUERY = `
  SELECT pg_is_in_recovery() AS recovering, system_identifier::text AS system_id,
    (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database_id,
    coalesce(
      CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END, '0/0'
    )::text AS position
  FROM pg_control_system()`;

type Row = { recovering: boolean; system_id: string; database_id: string; position: string };

/** Returns a function that breaks all open sockets of a pool. */
function createBreaker(pool: pg.Pool): () => void {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  return () => {
    for (const client of open) {
      const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } };
      connection.stream.destroy(Object.assign(new Error('Connection terminated: no answer'), { code: '08006' }));
    }
  };
}

async function runCheck(client: pg.Client): Promise<DatabaseStatus> {
  const { rows } = await client.query<Row>(STATUS_QUERY);
  const [row] = rows;
  if (!row) throw new Error('no answer');
  return {
    position: parsePosition(row.position) ?? NO_POSITION,
    inRecovery: row.recovering,
    systemId: row.system_id,
    databaseId: row.database_id,
  };
}

/**
 * Lets responses that have already arrived be read first, so that a timeout while this process was busy does not count.
 */
const afterPending = (): Promise<void> => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 0));

class Unresponsive extends Error {}

/** An error message from the database is a response, too, such as the one that it has no connection left. */
const isAbsence = (error: unknown): boolean => error instanceof Unresponsive || isUnreachable(error);

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      void afterPending().then(() => reject(new Unresponsive()));
    }, RESPONSE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The separate connection for checks; closed until the first check and after a failure. */
class WatchConnection {
  readonly #settings: ConnectionSettings;
  #client: pg.Client | null = null;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  get open(): boolean {
    return this.#client !== null;
  }

  async check(): Promise<DatabaseStatus> {
    return await within((this.#client ? Promise.resolve(this.#client) : this.#connect()).then(runCheck));
  }

  drop(): void {
    if (this.#client) this.#lose(this.#client);
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<pg.Client> {
    const opened = new pg.Client({ ...this.#settings, application_name: 'afterhours-watch', keepAlive: true });
    this.#client = opened;
    opened.on('error', () => this.#lose(opened));
    opened.on('end', () => this.#lose(opened));
    await opened.connect();
    return opened;
  }

  #lose(lost: pg.Client): void {
    if (this.#client === lost) this.#client = null;
    lost.end().catch(() => undefined);
  }
}

export function watchDatabase({ settings, pool, onStatus, onAway }: Options): WatchedDatabase {
  const breakConnections = createBreaker(pool);
  const connection = new WatchConnection(settings);
  let status: DatabaseStatus | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    const wasOpen = connection.open;
    try {
      const current = await connection.check();
      status = current;
      if (pool.away) onAway?.(false);
      pool.away = false;
      onStatus?.(current);
    } catch (error) {
      connection.drop();
      // A connection that broke by itself is opened again before its database counts as away.
      if (wasOpen && !stopped) return await check();
      const isAway = isAbsence(error);
      if (isAway && !pool.away && !stopped) {
        onAway?.(true);
        breakConnections();
      }
      pool.away = isAway;
    }
  }

  return {
    get away() {
      return pool.away;
    },
    get status() {
      return status;
    },
    check,
    start(everyMs) {
      const again = (): void => {
        timer = setTimeout(() => void check().finally(() => (stopped ? undefined : again())), everyMs).unref();
      };
      again();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await connection.close();
    },
  };
}
