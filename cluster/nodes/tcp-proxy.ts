/** A TCP proxy that can be cut, paused and restored, as a network does to the connections between servers. */
import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export type TcpProxy = {
  readonly port: number;
  /** Connections break, and new ones are refused at once. */
  cut(): void;
  /** Data stops without an error; new connections are accepted and stay silent. */
  hold(): void;
  mend(): void;
  close(): void;
};

type State = 'open' | 'cut' | 'paused';

/** Passes the bytes of one end on to the other. */
function join(one: Socket, other: Socket, ends: Set<Socket>, isOpen: () => boolean): void {
  ends.add(one);
  one.setNoDelay(true);
  one.on('data', (bytes) => {
    if (!other.write(bytes)) one.pause();
  });
  other.on('drain', () => isOpen() && one.resume());
  one.on('error', () => undefined);
  one.on('close', () => {
    ends.delete(one);
    other.destroy();
  });
}

/** Returns a proxy from a new port to `target` on loopback. */
export async function createTcpProxy(target: number): Promise<TcpProxy> {
  let state: State = 'open';
  const isOpen = (): boolean => state === 'open';
  const ends = new Set<Socket>();

  const server = createServer((near) => {
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = dial(target, '127.0.0.1');
    join(near, far, ends, isOpen);
    join(far, near, ends, isOpen);
    if (state === 'paused') for (const end of [near, far]) end.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      for (const end of ends) end.resetAndDestroy();
    },
    hold() {
      state = 'paused';
      for (const end of ends) end.pause();
    },
    mend() {
      state = 'open';
      for (const end of ends) end.resume();
    },
    close() {
      server.close();
      for (const end of ends) end.destroy();
    },
  };
}
