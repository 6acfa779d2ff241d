import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendPieces } from './pieces.ts';

const LENGTHS = [3, 20_000, 90_000, 130_000, 2_000_000];

/** Returns JSON text of about this length, different for each round. */
const textOf = (turn: number, length: number): string => JSON.stringify(`${turn}-`.repeat(Math.ceil(length / 4)));

function cut(text: string): Buffer[] {
  const whole = Buffer.from(text);
  const third = Math.ceil(whole.length / 3);
  return [whole.subarray(0, third), whole.subarray(third, 2 * third), whole.subarray(2 * third)];
}

let app: FastifyInstance;
let origin: string;

beforeAll(async () => {
  app = fastify();
  await app.register(compress, { threshold: 1_024, encodings: ['gzip'] });
  app.get<{ Params: { turn: string; length: string } }>('/:turn/:length', async ({ params }, reply) =>
    sendPieces(reply, cut(textOf(Number(params.turn), Number(params.length)))),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

describe('An answer in pieces', () => {
  it('arrives complete, beside others and beside those whose receivers have gone', async () => {
    const ask = async (turn: number): Promise<void> => {
      const length = LENGTHS[turn % LENGTHS.length] ?? 0;
      const leaving = turn % 7 === 0 ? new AbortController() : null;
      const headers = { 'accept-encoding': turn % 2 === 0 ? 'gzip' : 'identity' };
      const asked = fetch(`${origin}/${turn}/${length}`, { headers, signal: leaving?.signal ?? null });
      const answer = await asked;
      if (leaving) {
        leaving.abort();
        return;
      }
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect((await answer.text()) === textOf(turn, length)).toBe(true);
    };
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 20 }, (_, at) => ask(round * 20 + at)));
  });

  it('is not overwritten before a slow receiver has all of it', async () => {
    const length = 750_000;
    const turns = Array.from({ length: 14 }, (_, at) => 1_000 + at);
    const { port } = app.server.address() as AddressInfo;
    const slow = connect(port, '127.0.0.1');
    await once(slow, 'connect');
    // More than the system buffers for a receiver that does not read.
    for (const turn of turns) {
      const last = turn === turns.at(-1) ? 'Connection: close\r\n' : '';
      slow.write(`GET /${turn}/${length} HTTP/1.1\r\nHost: localhost\r\n${last}\r\n`);
    }
    await once(slow, 'readable');
    for (let turn = 0; turn < 20; turn++) await (await fetch(`${origin}/${turn}/${length}`)).text();
    const answers = await text(slow);
    for (const turn of turns) expect(answers.includes(textOf(turn, length))).toBe(true);
  });
});
