import { afterEach, describe, expect, it } from 'vitest';
import { createRedisServer, findRedisProgram, type RedisServer } from '#testing/servers/redis-server.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { createRedis, defineScript, type Redis } from './redis.ts';

const program = findRedisProgram();
const HEALED = { timeout: 10_000 };
const servers: RedisServer[] = [];
const clients: Redis[] = [];
const lines: string[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.stop();
  for (const server of servers.splice(0)) await server.kill();
  lines.length = 0;
});

async function startServer(settings: string[] = []): Promise<RedisServer> {
  const server = await createRedisServer(program ?? '', settings);
  servers.push(server);
  await server.start();
  return server;
}

async function connect(url: string): Promise<Redis> {
  const client = createRedis(url, (line) => lines.push(line));
  clients.push(client);
  await client.start();
  return client;
}

it('Redis that cannot be reached at startup is reported in one line, and startup continues', async () => {
  const port = await findFreePort();
  const client = await connect(`redis://:secret@127.0.0.1:${port}`);
  expect(client.up).toBe(false);
  expect(lines).toEqual([expect.stringMatching(`^Redis at 127.0.0.1:${port} cannot be reached`)]);
  await expect(client.evaluate(defineScript('return 1'), [], [])).rejects.toThrow('Redis is down');
  client.publish('anything', 'is lost');
});

describe.skipIf(program === null)('Redis (needs redis-server)', () => {
  it("delivers published messages to a channel's subscribers until they unsubscribe", async () => {
    const { url } = await startServer();
    const [one, two] = [await connect(url), await connect(url)];
    expect([one.up, two.up, lines]).toEqual([true, true, []]);
    const received: string[] = [];
    two.onMessage((channel, text) => received.push(`${channel} ${text}`));
    await two.hold('room');
    one.publish('room', 'first');
    one.publish('elsewhere', 'not for two');
    await expect.poll(() => received).toEqual(['room first']);
    two.release('room');
    await two.hold('mark');
    one.publish('room', 'second');
    one.publish('mark', 'third');
    await expect.poll(() => received).toEqual(['room first', 'mark third']);
  });

  it('recovers by itself after a kill, with subscribed channels and known scripts', async () => {
    const server = await startServer();
    const client = await connect(server.url);
    const received: string[] = [];
    client.onMessage((_channel, text) => received.push(text));
    await client.hold('room');
    const script = defineScript("return redis.call('INCRBY', KEYS[1], ARGV[1])");
    expect(await client.evaluate(script, ['n'], [2])).toBe(2);
    await server.kill();
    await expect.poll(() => client.up).toBe(false);
    await server.start();
    await expect.poll(() => client.up, HEALED).toBe(true);
    expect(await client.evaluate(script, ['n'], [5])).toBe(5);
    client.publish('room', 'again');
    await expect.poll(() => received).toEqual(['again']);
    expect(lines).toEqual([expect.stringMatching(/^Redis is down/), 'Redis is back.']);
  });

  it('makes one caller wait a moment and the next ones not at all when it is slow, and counts as down', async () => {
    const server = await startServer();
    const client = await connect(server.url);
    server.halt();
    const script = defineScript('return 1');
    const startedAt = performance.now();
    for (let calls = 0; calls < 50; calls++) await expect(client.evaluate(script, [], [])).rejects.toThrow(/Redis/);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    await expect.poll(() => client.up, HEALED).toBe(false);
    server.resume();
    await expect.poll(() => client.up, HEALED).toBe(true);
    expect(await client.evaluate(script, [], [])).toBe(1);
  });

  it('causes a warning if it evicts keys', async () => {
    const { url } = await startServer(['--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru']);
    await connect(url);
    await expect.poll(() => lines).toEqual([expect.stringContaining('maxmemory-policy allkeys-lru')]);
  });
});
