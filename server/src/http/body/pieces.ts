/**
 * Long answers that are put together of pieces which lie ready. They are laid into memory that is used again as soon as
 * it has been sent: fresh memory for each of thousands of pages a second keeps the collector busier than all the rest.
 */
import type { FastifyReply } from 'fastify';

/** JSON text, whole or in pieces that follow each other. */
export type JsonText = Buffer | readonly Buffer[];

/** Shorter answers are as cheap in fresh memory. */
const SHORTEST = 16 * 1024;
/** Longer ones are rare, and would hold a lot. */
const LONGEST = 1024 * 1024;
const FREE_BYTES = 8 * 1024 * 1024;

const free = new Map<number, Buffer[]>();
let freeBytes = 0;

/** The length of the memory an answer is laid into: a power of two. */
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

/** Sends pieces as one JSON text. They are copied at once; the copy's memory is free again when the answer is over. */
export function sendPieces(reply: FastifyReply, pieces: readonly Buffer[]): FastifyReply {
  const [first] = pieces;
  const length = lengthOf(pieces);
  reply.type('application/json; charset=utf-8');
  if (pieces.length === 1 && first) return reply.send(first);
  if (length < SHORTEST || length > LONGEST) return reply.send(Buffer.concat(pieces, length));
  const memory = take(roomFor(length));
  let at = 0;
  for (const piece of pieces) at += piece.copy(memory, at);
  // After the last byte has been handed to the system, or the line has gone.
  reply.raw.once('close', () => giveBack(memory));
  return reply.send(memory.subarray(0, length));
}
