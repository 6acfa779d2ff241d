import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'vitest';
import { listen } from '#testing/calls/sockets.ts';
import { buildTestApp } from '../testing/test-app.ts';

it('A server stops without waiting for a client that no longer responds, such as a sleeping phone', async () => {
  const app = await buildTestApp();
  const { port } = new URL(await listen(app));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  const offer = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  socket.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\n${offer}\r\n${key}\r\n\r\n`);
  await once(socket, 'data');
  // From here on the client receives, but answers nothing.
  await app.close();
  if (!socket.closed) await once(socket, 'close');
});
