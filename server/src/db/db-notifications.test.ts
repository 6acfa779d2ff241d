import net, { type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createDbNotifications } from './db-notifications.ts';

it('Database notifications start and stop without waiting for a database that never responds', async () => {
  const sockets: net.Socket[] = [];
  const unresponsive = net.createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => unresponsive.once('listening', resolve));
  const { port } = unresponsive.address() as AddressInfo;
  const errors: unknown[] = [];
  const settings = { host: '127.0.0.1', port, user: 'nobody', database: 'none' };
  const dbNotifications = createDbNotifications(settings, (error) => errors.push(error));
  await dbNotifications.start();
  expect([errors.length, dbNotifications.reliable]).toEqual([1, false]);
  await dbNotifications.stop();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => unresponsive.close(resolve));
});
