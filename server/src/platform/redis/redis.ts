/**
 * Redis as the servers use it: scripts in one round trip, and channels. It may be away at any moment, and nobody waits
 * for it: requests are then rejected at once, published messages are lost, and `up` is false. Every half second, this
 * process sends itself a heartbeat message through both connections; `up` is true while it arrives.
 */
import { createHash, randomUUID } from 'node:crypto';
import { Redis as Client, type RedisOptions } from 'ioredis';

export type RedisScript = { text: string; sha: string };

export type Redis = {
  /** Whether published messages reach everyone, and those of others arrive here. */
  readonly up: boolean;
  /** Calls `handler` when `up` changes; when it becomes true again, messages may have been missed. */
  onChange(handler: (up: boolean) => void): void;
  /** Runs a script; rejects within a quarter of a second, or at once while no heartbeat arrives. */
  evaluate(script: RedisScript, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown>;
  publish(channel: string, text: string): void;
  /**
   * Subscribes to a channel from now on, including after reconnections; resolves once it is subscribed, or cannot be
   * for now.
   */
  hold(channel: string): Promise<void>;
  release(channel: string): void;
  onMessage(handler: (channel: string, text: string) => void): void;
  /** Resolves once it is connected, or after two seconds without a connection. */
  start(): Promise<void>;
  stop(): void;
};

export const defineScript = (text: string): RedisScript => ({
  text,
  sha: createHash('sha1').update(text).digest('hex'),
});

const BEAT_MS = 500;
const SILENCE_MS = 3_000;
const RESPONSE_MS = 250;
const START_MS = 2_000;
const SUBSCRIBED_AT_ONCE = 1_000;

const settings: RedisOptions = {
  lazyConnect: true,
  // A command that cannot be sent now is rejected at once; one sent over a connection that broke is not sent again.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  enableAutoPipelining: true,
  connectTimeout: START_MS,
  // A silent connection is as good as broken; the heartbeat keeps a working one busy.
  socketTimeout: SILENCE_MS,
  keepAlive: 5_000,
  retryStrategy: (tries) => Math.min(50 * tries, 1_000),
};

const ignore = (): void => undefined;

/** Rejects if no response arrives in time. */
async function inTime<T>(reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not respond in time')), RESPONSE_MS);
  });
  return Promise.race([reply, late]).finally(() => clearTimeout(timer));
}

async function runScript(client: Client, script: RedisScript, values: (string | number)[], keys: number) {
  try {
    return await client.evalsha(script.sha, keys, ...values);
  } catch (error) {
    // A restarted Redis knows no scripts.
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return client.eval(script.text, keys, ...values);
  }
}

/** Warns in one line if keys may be evicted before they expire: allowances would be forgotten under load. */
async function warnOfEviction(client: Client, warn: (line: string) => void): Promise<void> {
  const policy = /maxmemory_policy:(\S+)/.exec(await client.info('memory'))?.[1];
  if (policy !== undefined && policy !== 'noeviction')
    warn(`Redis evicts keys (maxmemory-policy ${policy}); set it to noeviction, or limits are forgotten under load.`);
}

type Clients = { commands: Client; listener: Client };

const connectTo = (url: string): Clients => ({
  commands: new Client(url, { ...settings, connectionName: 'afterhours' }),
  listener: new Client(url, { ...settings, connectionName: 'afterhours-listener' }),
});

type Link = {
  readonly up: boolean;
  /** The last error on a connection. */
  readonly lastError: string;
  onChange: (handler: (up: boolean) => void) => void;
  /** Called when the heartbeat message arrives. */
  received: () => void;
  beat: () => void;
};

/** Tracks whether the heartbeat, published on the channel `own`, arrives. */
function createLink({ commands, listener }: Clients, own: string): Link {
  const handlers: ((up: boolean) => void)[] = [];
  let up = false;
  let receivedAt = 0;
  let lastError = '';

  function set(next: boolean): void {
    if (up === next) return;
    up = next;
    for (const handler of handlers) handler(next);
  }

  function lose(): void {
    receivedAt = 0;
    set(false);
  }

  for (const client of [commands, listener]) {
    client.on('error', (error: Error) => {
      lastError = error.message;
    });
    client.on('close', lose);
  }
  return {
    get up() {
      return up;
    },
    get lastError() {
      return lastError;
    },
    onChange: (handler) => void handlers.push(handler),
    received() {
      receivedAt = performance.now();
      set(true);
    },
    beat() {
      if (commands.status === 'ready') commands.publish(own, '').catch(ignore);
      if (up && performance.now() - receivedAt > SILENCE_MS) {
        // Messages that arrived during a long task in this process are read before this is decided.
        setImmediate(() => performance.now() - receivedAt > SILENCE_MS && lose());
      }
    },
  };
}

/** The subscribed channels, which are subscribed again after every reconnection, `own` last. */
function createSubscriptions(listener: Client, own: string): Pick<Redis, 'hold' | 'release'> {
  const subscribed = new Set<string>();
  /** The channels whose subscription is in progress, or will be at the end of this turn of the event loop. */
  const entering = new Map<string, Promise<void>>();
  let next: { channels: string[]; done: Promise<void> } | null = null;

  async function subscribeAll(): Promise<void> {
    const channels = [...subscribed];
    for (let start = 0; start < channels.length; start += SUBSCRIBED_AT_ONCE)
      await listener.subscribe(...channels.slice(start, start + SUBSCRIBED_AT_ONCE));
    // Subscribed last: when its message arrives, all other channels are subscribed.
    await listener.subscribe(own);
  }
  listener.on('ready', () => void subscribeAll().catch(ignore));

  /** Subscribes all channels of one turn of the event loop in a single command. */
  function enter(channel: string): Promise<void> {
    if (next) {
      next.channels.push(channel);
      return next.done;
    }
    const batch = { channels: [channel], done: Promise.resolve() };
    batch.done = Promise.resolve().then(async () => {
      next = null;
      const wanted = batch.channels.filter((each) => subscribed.has(each));
      if (listener.status === 'ready' && wanted.length > 0) await inTime(listener.subscribe(...wanted)).catch(ignore);
      for (const each of batch.channels) entering.delete(each);
    });
    next = batch;
    return batch.done;
  }

  return {
    hold(channel) {
      if (!subscribed.has(channel)) {
        subscribed.add(channel);
        entering.set(channel, enter(channel));
      }
      return entering.get(channel) ?? Promise.resolve();
    },
    release(channel) {
      if (subscribed.delete(channel) && listener.status === 'ready') listener.unsubscribe(channel).catch(ignore);
    },
  };
}

/** Sends commands. After a timeout, later ones are rejected at once until `markResponsive` is called. */
function createCommands(commands: Client): Pick<Redis, 'evaluate' | 'publish'> & { markResponsive: () => void } {
  let unresponsive = false;
  return {
    markResponsive() {
      unresponsive = false;
    },
    async evaluate(script, keys, values) {
      if (unresponsive || commands.status !== 'ready') throw new Error('Redis is down');
      try {
        return await inTime(runScript(commands, script, [...keys, ...values], keys.length));
      } catch (error) {
        unresponsive = true;
        throw error;
      }
    },
    publish(channel, text) {
      if (commands.status === 'ready') commands.publish(channel, text).catch(ignore);
    },
  };
}

/** Connects to the Redis at `url`, now and whenever the connection breaks. `warn` receives a line for each problem. */
export function createRedis(url: string, warn: (line: string) => void): Redis {
  const clients = connectTo(url);
  const { commands, listener } = clients;
  const own = `afterhours:beat:${randomUUID()}`;
  const link = createLink(clients, own);
  const { markResponsive, ...sending } = createCommands(commands);
  const handlers: ((channel: string, text: string) => void)[] = [];
  let started = false;
  let timer: NodeJS.Timeout | undefined;

  const reason = (): string => link.lastError || 'no reply';
  link.onChange((up) => {
    if (started) warn(up ? 'Redis is back.' : `Redis is down (${reason()}); continuing without it.`);
  });
  commands.on('ready', () => void warnOfEviction(commands, warn).catch(ignore));
  listener.on('message', (channel: string, text: string) => {
    if (channel !== own) {
      for (const handler of handlers) handler(channel, text);
      return;
    }
    markResponsive();
    link.received();
  });

  return {
    get up() {
      return link.up;
    },
    onChange: link.onChange,
    ...sending,
    ...createSubscriptions(listener, own),
    onMessage: (handler) => void handlers.push(handler),
    async start() {
      timer = setInterval(link.beat, BEAT_MS).unref();
      const there = new Promise<void>((resolve) => link.onChange(() => resolve()));
      for (const client of [commands, listener]) client.connect().then(link.beat, ignore);
      const late = new Promise<void>((resolve) => setTimeout(resolve, START_MS).unref());
      await Promise.race([there, late]);
      if (!link.up) warn(`Redis at ${new URL(url).host} cannot be reached (${reason()}); continuing without it.`);
      started = true;
    },
    stop() {
      started = false;
      clearInterval(timer);
      for (const client of [commands, listener]) client.disconnect();
    },
  };
}
