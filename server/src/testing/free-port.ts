import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that systems use for outgoing connections, so that none of these takes the port in the meantime. */
const [FIRST, LAST] = [20_000, 32_000];

async function holdPort(): Promise<{ port: number; server: Server }> {
  for (let tries = 0; tries < 50; tries++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree) return { port, server };
  }
  throw new Error(`found no free port from ${FIRST} to ${LAST}`);
}

/** Returns unused loopback ports, all different; the caller must use them soon. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = [];
  while (ports.length < count) ports.push(await holdPort());
  await Promise.all(
    ports.map(({ server }) => {
      server.close();
      return once(server, 'close');
    }),
  );
  return ports.map(({ port }) => port);
}

/** Returns one unused port. */
export async function findFreePort(): Promise<number> {
  const [port] = await findFreePorts(1);
  if (port === undefined) throw new Error('one port was asked for');
  return port;
}
