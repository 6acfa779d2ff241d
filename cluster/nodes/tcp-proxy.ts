/** A TCP proxy that can be cut, paused and restored, to simulate failures of the network between servers. */
import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export type TcpProxy = {
  readonly port: number;
  /** Resets all connections, and refuses new ones immediately. */
  cut(): void;
  /** Stops all data without an error; new connections are accepted and stay silent. */
  pause(): void;
  restore(): void;
  close(): void;
};

type State = 'open' | 'cut' | 'paused';

/** Forwards the bytes of one socket to another. */
function forward(from: Socket, to: Socket, sockets: Set<Socket>, isOpen: () => boolean): void {
  sockets.add(from);
  from.setNoDelay(true);
  from.on('data', (bytes) => {
    if (!to.write(bytes)) from.pause();
  });
  to.on('drain', () => isOpen() && from.resume());
  from.on('error', () => undefined);
  from.on('close', () => {
    sockets.delete(from);
    to.destroy();
  });
}

/** Returns a proxy from a new port to the port `target`, both on loopback. */
export async function createTcpProxy(target: number): Promise<TcpProxy> {
  let state: State = 'open';
  const isOpen = (): boolean => state === 'open';
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    if (state === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const upstream = dial(target, '127.0.0.1');
    forward(client, upstream, sockets, isOpen);
    forward(upstream, client, sockets, isOpen);
    if (state === 'paused') for (const socket of [client, upstream]) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      for (const socket of sockets) socket.resetAndDestroy();
    },
    pause() {
      state = 'paused';
      for (const socket of sockets) socket.pause();
    },
    restore() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
