import type { FastifyBaseLogger } from 'fastify';
import { expect, it, vi } from 'vitest';
import { StorageError } from '#platform/storage/storage.ts';
import { logFailure } from './error-sink.ts';

const failed = (code: string): Error => Object.assign(new Error('refused'), { code });

const away = new StorageError('the object store could not be used', { cause: new Error('no answer') });

it.each([
  ['08006', failed('08006'), { reason: 'refused' }],
  ['53300', failed('53300'), { err: failed('53300') }],
  ['a file store that is away', away, { reason: 'no answer' }],
])('A call that fails with %s is logged with a stack only if it may not be one of many', (_name, error, fields) => {
  const warn = vi.fn();
  expect(logFailure(error, { warn } as unknown as FastifyBaseLogger).status).toBe(503);
  expect(warn).toHaveBeenCalledExactlyOnceWith(fields, 'request could not be served');
});
