/**
 * Short reads share a few of a pool's connections, each with several statements in flight. The database finds the next
 * one without being woken, and several results arrive together: a statement of 0.1 ms costs a third less than on a
 * connection of its own. Statements on one connection run one after the other, so only prepared ones, which are short,
 * are sent this way. If one blocks all the same, as on a lock, further reads use other connections.
 */
import type pg from 'pg';
import { isUnreachable } from './unreachable.ts';

/**
 * How many statements run concurrently in the database, per server; further ones queue there for a fraction of a ms.
 */
const CONNECTIONS = 3;
/** A connection that has returned nothing for this long gets no further reads. */
const STUCK_MS = 100;

type Shared = {
  client: Promise<pg.PoolClient>;
  connected: boolean;
  running: number;
  /** The latest time at which its current statement can have begun. */
  since: number;
  /** The error that broke it. */
  broken: Error | undefined;
};

export class SharedConnections {
  readonly #pool: pg.Pool;
  readonly #open: Shared[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Sends a read; rejects as the pool does. */
  async query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const shared = this.#take();
    if (shared.running === 0) shared.since = Date.now();
    shared.running++;
    try {
      return await (await shared.client).query(text, values);
    } catch (error) {
      if (error instanceof Error && isUnreachable(error)) this.#leave(shared, error);
      throw error;
    } finally {
      shared.running--;
      shared.since = Date.now();
      if (shared.running === 0) this.#giveBack(shared);
    }
  }

  /** Returns the connection with the fewest statements, or a new one while there are few or all others are stuck. */
  #take(): Shared {
    const now = Date.now();
    const usable = this.#open.filter(({ connected, since }) => connected && now - since < STUCK_MS);
    const pending = this.#open.filter(({ connected }) => !connected);
    // An open connection is preferred to one that may still have to wait for the pool.
    const [first] = (usable.length > 0 ? usable : pending).toSorted((a, b) => a.running - b.running);
    const mayOpen = usable.length + pending.length < CONNECTIONS && (usable.length === 0 || pending.length === 0);
    return first && !mayOpen ? first : this.#connect(now);
  }

  #connect(now: number): Shared {
    const client = this.#pool.connect();
    const opened: Shared = { client, connected: false, running: 0, since: now, broken: undefined };
    const onConnected = () => {
      opened.connected = true;
      opened.since = Date.now();
    };
    client.then(onConnected, () => undefined);
    this.#open.push(opened);
    return opened;
  }

  /** Sends no further statements on this connection. */
  #leave(shared: Shared, error?: Error): void {
    shared.broken ??= error;
    const index = this.#open.indexOf(shared);
    if (index >= 0) this.#open.splice(index, 1);
  }

  #giveBack(shared: Shared): void {
    this.#leave(shared);
    void shared.client.then(
      (client) => client.release(shared.broken),
      () => undefined,
    );
  }
}
