import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

const PUBLIC_URL = 'https://after.example';
let app: TestApp;
let origin: string;
const open: { close(): void }[] = [];

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL, RATE_LIMIT_FACTOR: '0.25', HSTS_SUBDOMAINS: 'true' });
  origin = await listen(app);
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});
afterAll(() => app.close());

async function connect(token: string, headers: Record<string, string>): Promise<Socket> {
  const options = { auth: { token }, extraHeaders: headers, reconnection: false, forceNew: true };
  const socket = io(origin, { ...options, transports: ['websocket'] });
  open.push(socket);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

/** Opens a connection that never sends a token. */
function connectBare(address: string): Promise<boolean> {
  const url = `${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address } });
  open.push(socket);
  return new Promise((resolve) => {
    socket.addEventListener('message', () => resolve(true), { once: true });
    socket.addEventListener('error', () => resolve(false), { once: true });
  });
}

/** Opens a member's socket on a connection that the test reads, and that responds to pings even if it does not. */
async function connectByHand(member: TestMember) {
  const connection = connectTcp(Number(new URL(origin).port), '127.0.0.1');
  let received = '';
  connection.on('data', (chunk) => {
    received = (received + chunk.toString('latin1')).slice(-1_000);
  });
  connection.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n' +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  /** Sends a short text frame, masked with zeros. */
  const send = (packet: string): void => {
    connection.write(Buffer.concat([Buffer.from([0x81, 0x80 + packet.length, 0, 0, 0, 0]), Buffer.from(packet)]));
  };
  await expect.poll(() => received).toContain('"sid"');
  received = '';
  send(`40${JSON.stringify({ token: member.token })}`);
  await expect.poll(() => received).toContain('40{"sid"');
  const pongs = setInterval(() => send('3'), 500);
  open.push({
    close() {
      clearInterval(pongs);
      connection.destroy();
    },
  });
  /** Whether the server has sent the frame that closes the connection. */
  return { connection, send, isClosed: () => received.includes('\x88') };
}

describe('A socket', () => {
  it.each([
    ['the public address', PUBLIC_URL],
    ['the requested host', 'same host'],
  ])('can be opened by pages at %s', async (_name, page) => {
    const { token } = await buildMember(app);
    const socket = await connect(token, { origin: page === 'same host' ? origin : page });
    expect(socket.connected).toBe(true);
  });

  it('cannot be opened by another origin, whatever token it has', async () => {
    const { token } = await buildMember(app);
    await expect(connect(token, { origin: 'https://evil.example' })).rejects.toThrow();
  });

  it('is one of at most fifty per member', async () => {
    const member = await buildMember(app);
    for (let count = 0; count < 50; count++) open.push(await connectSocket(origin, member));
    await expect(connectSocket(origin, member)).rejects.toMatchObject({ data: { status: 429 } });
    open.splice(0).at(-1)?.close();
    await expect
      .poll(() =>
        connectSocket(origin, member).then(
          () => 'in',
          () => 'out',
        ),
      )
      .toBe('in');
  });

  it('keeps no connection after its client has left', async () => {
    const client = await connectByHand(await buildMember(app));
    client.send('41');
    await expect.poll(client.isClosed).toBe(true);
  });

  it('is closed if its client does not read', async () => {
    const member = await buildMember(app);
    const client = await connectByHand(member);
    const reading = await connectSocket(origin, member);
    open.push(reading);
    client.connection.pause();
    const payload = { uniquekey: 'x'.repeat(50_000), user_id: member.id, typing: true };
    for (let sent = 0; sent < 500; sent++) {
      const arrived = new Promise((resolve) => reading.once('typing', resolve));
      app.services.channels.toMember(member.id, 'typing', payload);
      await arrived;
    }
    client.connection.resume();
    await expect.poll(client.isClosed).toBe(true);
  });

  it('is charged for each token that it sends, even on a single connection', async () => {
    const url = `${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, { headers: { 'x-forwarded-for': '2001:db8:b:1::1' } });
    open.push(socket);
    await once(socket, 'open');
    const statuses: number[] = [];
    socket.addEventListener('message', ({ data }) => {
      // A rejection by the namespace: packet 44 and its message.
      if (String(data).startsWith('44')) statuses.push(JSON.parse(String(data).slice(2)).data.status);
    });
    for (let count = 0; count < 100; count++) socket.send(`40${JSON.stringify({ token: `made up ${count}` })}`);
    await expect.poll(() => statuses.length).toBe(100);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(50);
  });

  it('without a token is one of at most fifty per network', async () => {
    const bare = (n: number) => connectBare(`2001:db8:9:1::${n + 1}`);
    const responses = await Promise.all(Array.from({ length: 60 }, (_, n) => bare(n)));
    expect(responses.filter(Boolean)).toHaveLength(50);
    expect(await connectBare('2001:db8:a:1::1')).toBe(true);
  });
});

describe("Socket.IO's HTTP responses", () => {
  it('have the headers of all other responses, including errors', async () => {
    for (const query of ['EIO=4&transport=polling', 'transport=none']) {
      const { headers } = await fetch(`${origin}/socket.io/?${query}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    }
  });
});
