/**
 * Long answers that are composed of cached pieces. They are copied into pooled memory, which is used again as soon as
 * it is sent: fresh memory for each of thousands of pages a second would cost the garbage collector more than all other
 * work.
 */
import type { FastifyReply } from 'fastify';

/** JSON text, in one string or in consecutive pieces. */
export type JsonText = Buffer | readonly Buffer[];

/** Shorter answers are as cheap in fresh memory. */
const SHORTEST = 16 * 1024;
/** Longer ones are rare, and would occupy much memory. */
const LONGEST = 1024 * 1024;
const FREE_BYTES = 8 * 1024 * 1024;

const free = new Map<number, Buffer[]>();
let freeBytes = 0;

/** The length of the memory for an answer: a power of two. */
const roomFor = (length: number): number => 2 ** Math.ceil(Math.log2(length));

function take(room: number): Buffer {
  const found = free.get(room)?.pop();
  if (!found) return Buffer.allocUnsafeSlow(room);
  freeBytes -= room;
  return found;
}

function giveBack(memory: Buffer): void {
  if (freeBytes + memory.length > FREE_BYTES) return;
  freeBytes += memory.length;
  const known = free.get(memory.length);
  if (known) known.push(memory);
  else free.set(memory.length, [memory]);
}

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** Sends pieces as one JSON text. They are copied at once; the memory of the copy is free again after the answer. */
export function sendPieces(reply: FastifyReply, pieces: readonly Buffer[]): FastifyReply {
  const [first] = pieces;
  const length = lengthOf(pieces);
  reply.type('application/json; charset=utf-8');
  if (pieces.length === 1 && first) return reply.send(first);
  if (length < SHORTEST || length > LONGEST) return reply.send(Buffer.concat(pieces, length));
  const memory = take(roomFor(length));
  let at = 0;
  for (const piece of pieces) at += piece.copy(memory, at);
  // After the last byte was passed to the system, or the connection was closed.
  reply.raw.once('close', () => giveBack(memory));
  return reply.send(memory.subarray(0, length));
}
