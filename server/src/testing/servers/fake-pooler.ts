/**
 * Imitates a pooler in transaction mode: the same database process responds to each query, for all open connections. It
 * knows only one response, that of `pg_stat_activity` about the caller.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

const TEXT = 25;

/** A message in PostgreSQL's protocol: its letter, its length, its content. */
function toMessage(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter, 0, 'latin1');
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const int32 = (value: number): Buffer => Buffer.concat([int16(value >>> 16), int16(value & 0xff_ff)]);
const word = (text: string): Buffer => Buffer.from(`${text}\0`);

const toColumn = (name: string): Buffer =>
  Buffer.concat([word(name), int32(0), int16(0), int32(TEXT), int16(0xff_ff), int32(0xff_ff_ff_ff), int16(0)]);
const toValue = (value: string): Buffer => Buffer.concat([int32(value.length), Buffer.from(value)]);

const READY = toMessage('Z', Buffer.from('I'));
const GREETING = Buffer.concat([toMessage('R', int32(0)), READY]);
const ANSWER = Buffer.concat([
  toMessage('T', Buffer.concat([int16(2), toColumn('pid'), toColumn('since')])),
  toMessage('D', Buffer.concat([int16(2), toValue('4711'), toValue('2026-11-21 20:00:00+00')])),
  toMessage('C', word('SELECT 1')),
  READY,
]);

/**
 * Starts the fake pooler and returns its port. Each packet is taken for one message, which holds for small ones on
 * loopback.
 */
export async function startFakePooler(): Promise<{ port: number; stop: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let greeted = false;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (greeted && bytes[0] === 'X'.charCodeAt(0)) socket.end();
      else socket.write(greeted ? ANSWER : GREETING);
      greeted = true;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
