import net, { type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createNotices } from './notices.ts';

it('neither its start nor its end waits for a database that takes the connection and says nothing', async () => {
  const held: net.Socket[] = [];
  const mute = net.createServer((socket) => held.push(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => mute.once('listening', resolve));
  const { port } = mute.address() as AddressInfo;
  const errors: unknown[] = [];
  const settings = { host: '127.0.0.1', port, user: 'nobody', database: 'none' };
  const notices = createNotices(settings, (error) => errors.push(error));
  await notices.start();
  expect([errors.length, notices.reliable]).toEqual([1, false]);
  await notices.stop();
  for (const socket of held) socket.destroy();
  await new Promise((resolve) => mute.close(resolve));
});
