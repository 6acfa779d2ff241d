import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { endSlowBodies } from './slow-bodies.ts';

it('A request is ended if its body arrives too slowly, but not if it waits for the server', async () => {
  const server = createServer((request) => request.url === '/read' && request.resume());
  const check = endSlowBodies(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  async function send(path: string) {
    const client = connect(port, '127.0.0.1');
    client.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\na`);
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    return { client, request };
  }
  const [slow, fast, unread] = [await send('/read'), await send('/read'), await send('/wait')];
  check();
  slow.client.write('b');
  fast.client.write('b'.repeat(70_000));
  await expect.poll(() => fast.request.socket.bytesRead).toBeGreaterThan(70_000);
  check();
  await once(slow.client, 'close');
  expect([fast, unread].map(({ request }) => request.socket.destroyed)).toEqual([false, false]);
  for (const { client } of [fast, unread]) client.destroy();
  server.close();
});
