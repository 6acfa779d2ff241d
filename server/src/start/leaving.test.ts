import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KillableServer, startKillableServer } from '#testing/processes/killable-server.ts';
import { closeInTime } from './leaving.ts';

let server: KillableServer;

beforeAll(async () => {
  server = await startKillableServer({ DRAIN_SECONDS: '2' });
});
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

it.each([
  ['half a head', 'GET / HTTP/1.1\r\nHost: a'],
  ['half a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'],
])('A server stops without waiting for the rest of a request: %s', async (_name, bytes) => {
  const http = fastify();
  http.post('/', async () => 'done');
  await http.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1').resume();
  socket.on('error', () => undefined).write(bytes);
  const [accepted] = (await once(http.server, 'connection')) as [Socket];
  await expect.poll(() => accepted.bytesRead).toBe(bytes.length);
  await closeInTime(http, () => http.close(), 100);
  await once(socket, 'close');
});
