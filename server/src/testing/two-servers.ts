/** Two servers over one database with a Redis between them, for tests of what reaches both. */
import type { Socket } from 'socket.io-client';
import { expect } from 'vitest';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import type { TestMember } from '#testing/rows/members.ts';
import { addBuiltPage } from './files/built-page.ts';
import { startSecondServer } from './second-server.ts';
import { createRedisServer, type RedisServer } from './servers/redis-server.ts';
import { buildTestApp, type TestApp } from './test-app.ts';

/** For events that reach the other server by a broadcast. Generous, so that a slow machine does not fail a test. */
export const SOON = { timeout: 10_000, interval: 25 };
/** For ranked lists of another server, which new posts reach with its next snapshot. */
export const AT_FIRST = { timeout: 30_000, interval: 100 };

export type TwoServers = {
  app: TestApp;
  /** The origins of the two servers. */
  origins: readonly [string, string];
  redis: RedisServer;
  /** Sends a request of a member or a guest to one of the servers, 0 or 1; returns the response. */
  ask(at: number, url: string, viewer: TestMember | null): Promise<{ statusCode: number; body: string }>;
  other: TestApp['http'];
  /** Opens a post in a tab on each server; returns what each tab receives about posts from then on. */
  watch(viewer: TestMember, postId: string): Promise<unknown[][]>;
  closeTabs(): void;
  stop(): Promise<void>;
};

/** `program` is the path of Redis. */
export async function startTwoServers(program: string, settings: Record<string, string> = {}): Promise<TwoServers> {
  const redis = await createRedisServer(program);
  await redis.start();
  const app = await buildTestApp({ REDIS_URL: redis.url, ...settings }, addBuiltPage);
  const here = await listen(app);
  const second = await startSecondServer(app);
  const open: Socket[] = [];
  return {
    app,
    origins: [here, second.origin],
    redis,
    other: second.http,
    ask(at, url, viewer) {
      const headers = viewer === null ? {} : { authorization: `Bearer ${viewer.token}` };
      return (at === 0 ? app : second).http.inject({ url, headers });
    },
    async watch(viewer, postId) {
      const tabs: unknown[][] = [];
      for (const origin of [here, second.origin]) {
        const socket = await connectSocket(origin, viewer);
        open.push(socket);
        const received: unknown[] = [];
        tabs.push(received);
        socket.on('post', (payload: unknown) => received.push(payload));
        await socket.timeout(5_000).emitWithAck('watch', { post_id: postId });
      }
      return tabs;
    },
    closeTabs() {
      for (const socket of open.splice(0)) socket.disconnect();
    },
    async stop() {
      await second.stop();
      await app.close();
      await redis.kill();
    },
  };
}

/** Waits until every tab has received such an event about its open post. */
export async function expectReceived(tabs: unknown[][], event: object): Promise<void> {
  for (const received of tabs) await expect.poll(() => received, SOON).toContainEqual(expect.objectContaining(event));
}
