/**
 * Notifications that every server of one database receives at once, by PostgreSQL's NOTIFY. Triggers send them, so that
 * no code that changes a row can forget it. `reliable` is false while the connection is down: a cache that depends on
 * them must then query again.
 */
import pg from 'pg';
import type { ConnectionSettings } from './connection/pool.ts';

export type DbNotifications = {
  /** Calls `handler` with the payload of each notification of a channel. */
  on(channel: string, handler: (payload: string) => void): void;
  /** Calls `handler` after the connection was down: notifications may have been missed. */
  onGap(handler: () => void): void;
  readonly reliable: boolean;
  /** Resolves when it listens, or has failed to and retries by itself. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const RETRY_MS = 1_000;
const BEAT_MS = 4_000;
/** A connection without an answer delays neither the start nor the next try. */
const ANSWER_TIMEOUT_MS = 3_000;

/** Listens on a separate connection, and reconnects by itself. */
export function createDbNotifications(
  settings: ConnectionSettings,
  onError: (error: unknown) => void,
): DbNotifications {
  const handlers = new Map<string, ((payload: string) => void)[]>();
  const gaps: (() => void)[] = [];
  let client: pg.Client | null = null;
  let reliable = false;
  let stopped = true;
  let timer: NodeJS.Timeout | undefined;

  function lose(lost: pg.Client): void {
    if (client !== lost) return;
    client = null;
    reliable = false;
    for (const handler of gaps) handler();
    lost.end().catch(() => undefined);
    if (!stopped) timer = setTimeout(() => void connect(), RETRY_MS).unref();
  }

  /** A dead connection sends nothing, so it is checked. */
  function beat(of: pg.Client): void {
    timer = setTimeout(() => {
      of.query('SELECT 1').then(
        () => (client === of ? beat(of) : undefined),
        () => lose(of),
      );
    }, BEAT_MS).unref();
  }

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      ...settings,
      application_name: 'afterhours-notices',
      keepAlive: true,
    });
    client = opened;
    opened.on('error', () => lose(opened));
    opened.on('end', () => lose(opened));
    opened.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? '');
    });
    try {
      await opened.connect();
      for (const channel of handlers.keys()) await opened.query(`LISTEN ${opened.escapeIdentifier(channel)}`);
      if (client !== opened || stopped) return;
      // Notifications may have been missed between losing the connection and now.
      for (const handler of gaps) handler();
      reliable = true;
      beat(opened);
    } catch (error) {
      if (!stopped) onError(error);
      lose(opened);
    }
  }

  return {
    on(channel, handler) {
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler]);
    },
    onGap(handler) {
      gaps.push(handler);
    },
    get reliable() {
      return reliable;
    },
    start() {
      stopped = false;
      return connect();
    },
    async stop() {
      stopped = true;
      reliable = false;
      clearTimeout(timer);
      const open = client;
      client = null;
      await open?.end().catch(() => undefined);
    },
  };
}
