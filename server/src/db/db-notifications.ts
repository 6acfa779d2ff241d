/**
 * Notifications that every server using a database receives at once, through PostgreSQL's NOTIFY. Triggers send them,
 * so no code that changes a row can forget to. `reliable` is false while the connection is down: a cache that depends
 * on the notifications must then query the database again.
 */
import pg from 'pg';
import type { ConnectionSettings } from './connection/pool.ts';

export type DbNotifications = {
  /** Calls `handler` with the payload of each notification of a channel. */
  on(channel: string, handler: (payload: string) => void): void;
  /** Calls `handler` after the connection was down, because notifications may have been missed. */
  onGap(handler: () => void): void;
  readonly reliable: boolean;
  /** Resolves once it is listening, or once it has failed to connect and goes on retrying by itself. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const RETRY_MS = 1_000;
const BEAT_MS = 4_000;
/** A connection that does not respond delays neither the start nor the next attempt. */
const RESPONSE_TIMEOUT_MS = 3_000;

const createClient = (settings: ConnectionSettings): pg.Client =>
  new pg.Client({
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    ...settings,
    application_name: 'afterhours-notices',
    keepAlive: true,
  });

class Listener implements DbNotifications {
  readonly #settings: ConnectionSettings;
  readonly #onError: (error: unknown) => void;
  readonly #handlers = new Map<string, ((payload: string) => void)[]>();
  readonly #gapHandlers: (() => void)[] = [];
  #client: pg.Client | null = null;
  #reliable = false;
  #stopped = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: ConnectionSettings, onError: (error: unknown) => void) {
    this.#settings = settings;
    this.#onError = onError;
  }

  on(channel: string, handler: (payload: string) => void): void {
    this.#handlers.set(channel, [...(this.#handlers.get(channel) ?? []), handler]);
  }

  onGap(handler: () => void): void {
    this.#gapHandlers.push(handler);
  }

  get reliable(): boolean {
    return this.#reliable;
  }

  start(): Promise<void> {
    this.#stopped = false;
    return this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#reliable = false;
    clearTimeout(this.#timer);
    const open = this.#client;
    this.#client = null;
    await open?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const opened = createClient(this.#settings);
    this.#client = opened;
    opened.on('error', () => this.#lose(opened));
    opened.on('end', () => this.#lose(opened));
    opened.on('notification', ({ channel, payload = '' }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload);
    });
    try {
      await opened.connect();
      for (const channel of this.#handlers.keys()) await opened.query(`LISTEN ${opened.escapeIdentifier(channel)}`);
      if (this.#client !== opened || this.#stopped) return;
      // Notifications may have been missed since the connection was lost.
      this.#reportGap();
      this.#reliable = true;
      this.#check(opened);
    } catch (error) {
      if (!this.#stopped) this.#onError(error);
      this.#lose(opened);
    }
  }

  #reportGap(): void {
    for (const handler of this.#gapHandlers) handler();
  }

  #lose(lost: pg.Client): void {
    if (this.#client !== lost) return;
    this.#client = null;
    this.#reliable = false;
    this.#reportGap();
    lost.end().catch(() => undefined);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#connect(), RETRY_MS).unref();
  }

  /** Checks the connection regularly: nothing arrives from a dead one that would reveal it. */
  #check(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => (this.#client === client ? this.#check(client) : undefined),
        () => this.#lose(client),
      );
    }, BEAT_MS).unref();
  }
}

/** Listens on a separate connection, and reconnects by itself. */
export const createDbNotifications = (
  settings: ConnectionSettings,
  onError: (error: unknown) => void,
): DbNotifications => new Listener(settings, onError);
