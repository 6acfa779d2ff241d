import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKillableServer, type KillableServer } from '#testing/processes/killable-server.ts';

let server: KillableServer;

beforeAll(async () => {
  server = await createKillableServer({ DRAIN_SECONDS: '2' });
  await server.start();
}, 30_000);
afterAll(() => server.close());

const request = (path: string) => fetch(`${server.origin}${path}`);

it('A server that receives a stop signal reports draining at once, and serves until the time is up', async () => {
  expect((await request('/readyz')).status).toBe(200);
  const startedAt = performance.now();
  const ended = server.stop();
  await expect.poll(async () => (await request('/readyz')).status).toBe(503);
  const response = await request('/api/post/getAllPost');
  // The call is a guest's; what matters is that it gets a response, and that the connection is not kept alive.
  expect([response.status, response.headers.get('connection')]).toEqual([401, 'close']);
  expect(await ended).toBe(0);
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  await expect(request('/healthz')).rejects.toThrow('fetch failed');
});
