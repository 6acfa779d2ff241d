import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { logRequest } from './log.ts';

it.each([
  ['warn', 0],
  ['info', 1],
])('At the level %s, the line of a request is built %i times', (level, times) => {
  const readAddress = vi.fn(() => '192.0.2.1');
  const info = vi.fn();
  const request = {
    log: { level, info },
    method: 'GET',
    url: '/api/users',
    routeOptions: {},
    session: null,
    get ip() {
      return readAddress();
    },
  } as unknown as FastifyRequest;
  logRequest({ request, reply: {} as FastifyReply, status: 200, ms: 1 });
  expect(readAddress).toHaveBeenCalledTimes(times);
  expect(info).toHaveBeenCalledTimes(times);
});
