import type { FastifyBaseLogger } from 'fastify';
import { expect, it, vi } from 'vitest';
import { logFailure } from './error-sink.ts';

const failed = (code: string): Error => Object.assign(new Error('refused'), { code });

it.each([
  ['08006', { reason: 'refused' }],
  ['53300', { err: failed('53300') }],
])('A call that fails with %s is logged with a stack only if it may not be one of thousands', (code, fields) => {
  const warn = vi.fn();
  expect(logFailure(failed(code), { warn } as unknown as FastifyBaseLogger).status).toBe(503);
  expect(warn).toHaveBeenCalledExactlyOnceWith(fields, 'request could not be served');
});
