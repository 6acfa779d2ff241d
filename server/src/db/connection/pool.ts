/** The connection pool and the typed query builder on top of it. */
import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from '../schema/schema.ts';
import { DatabaseClient } from './client.ts';
import { findNamed } from './named-statements.ts';
import { SharedConnections } from './shared-connections.ts';

export type Db = Kysely<Database> | Transaction<Database>;

export type ConnectionSettings = pg.PoolConfig;

// A double holds counts and sizes exactly up to 2^53. A plain date must not become an instant in some time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

const STATEMENT_TIMEOUT_MS = 15_000;

export type DatabasePool = {
  db: Kysely<Database>;
  pool: WatchedPool;
  /** Receives the statements of other query builders that use this pool, for `onStatement`. */
  log: (event: LogEvent) => void;
  /** Calls the listener with the text of every statement; tests count them. Returns a function that removes it. */
  onStatement(listener: (statement: string) => void): () => void;
  close(): Promise<void>;
};

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** The pool of a watched database: while the database is known to be away, it rejects connections at once. */
export class WatchedPool extends pg.Pool {
  away = false;
  readonly #shared = new SharedConnections(this);

  /** Sends a read outside transactions. Prepared statements share connections. */
  read(text: string, values: unknown[]): Promise<pg.QueryResult> {
    return findNamed(text) ? this.#shared.query(text, values) : this.query(text, values);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Connected): void;
  override connect(done?: Connected): Promise<pg.PoolClient> | void {
    if (!this.away) return done ? super.connect(done) : super.connect();
    const refused = Object.assign(new Error('Connection refused: the database is away'), { code: '08006' });
    if (!done) return Promise.reject(refused);
    return process.nextTick(done, refused, undefined, () => undefined);
  }
}

/** Opens a pool lazily: the first query connects. `onError` receives the errors of idle connections. */
export function openPool(settings: ConnectionSettings, onError: (error: Error) => void): WatchedPool {
  const pool = new WatchedPool({
    Client: DatabaseClient,
    pipeline: true,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'afterhours',
    ...settings,
  });
  // A closed pool counts as ended before its sockets are closed; messages that the server sends on those are no error.
  pool.on('error', (error) => (pool.ending ? undefined : onError(error)));
  // The pool handles errors only on idle clients. Without this handler, a connection that breaks between two statements
  // of a transaction would end the process; the next statement fails and reports the error to its caller.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Opens the database: the pool and the query builder on top of it. */
export function openDatabase(settings: ConnectionSettings, onError: (error: Error) => void): DatabasePool {
  const pool = openPool(settings, onError);
  const listeners = new Set<(statement: string) => void>();
  const log = (event: LogEvent): void => {
    for (const listener of listeners) listener(event.query.sql);
  };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log });
  return {
    db,
    pool,
    log,
    onStatement(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => db.destroy(),
  };
}
