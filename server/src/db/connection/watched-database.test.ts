import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { openPool, type WatchedPool } from './pool.ts';
import { isUnreachable } from './unreachable.ts';
import { watchDatabase } from './watched-database.ts';

const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
});

/** Starts a server that accepts connections and never responds, as a stopped machine does. */
async function startUnresponsive(): Promise<number> {
  const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

async function timeToFail(pool: WatchedPool): Promise<number> {
  const startedAt = performance.now();
  for (const error of [await failure(pool.query('SELECT 1')), await failure(pool.connect())])
    expect(isUnreachable(error)).toBe(true);
  return performance.now() - startedAt;
}

describe('A watched database', () => {
  it('keeps no caller waiting when it accepts connections without responding', async () => {
    const settings = { host: '127.0.0.1', port: await startUnresponsive(), user: 'nobody', database: 'none' };
    const pool = openPool(settings, () => undefined);
    const watch = watchDatabase({ settings, pool });
    await watch.check();
    expect(watch.away).toBe(true);
    expect(await timeToFail(pool)).toBeLessThan(500);
    await watch.stop();
    await pool.end();
  }, 15_000);

  it('provides connections again as soon as it responds', async () => {
    const { connection, drop } = await createTestDatabase();
    const pool = openPool(connection, () => undefined);
    const watch = watchDatabase({ settings: connection, pool });
    pool.away = true;
    expect(await timeToFail(pool)).toBeLessThan(500);
    await watch.check();
    expect((await pool.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await watch.stop();
    await pool.end();
    await drop();
  });

  it('does not count as away if it rejects only the watching connection', async () => {
    const { connection, drop } = await createTestDatabase();
    const pool = openPool(connection, () => undefined);
    const watch = watchDatabase({ settings: { ...connection, user: 'nobody_there' }, pool });
    await watch.check();
    expect([watch.away, watch.status]).toEqual([false, null]);
    expect((await pool.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await watch.stop();
    await pool.end();
    await drop();
  });
});
