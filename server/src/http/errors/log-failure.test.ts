import type { FastifyBaseLogger } from 'fastify';
import { expect, it, vi } from 'vitest';
import { StorageError } from '#platform/storage/storage.ts';
import { asWritten } from '#texts/english.ts';
import { logFailure } from './error-sink.ts';
import { AppError } from './errors.ts';

const failed = (code: string): Error => Object.assign(new Error('refused'), { code });

const away = new StorageError('the object store could not be used', { cause: new Error('no answer') });

it.each([
  ['08006', failed('08006'), { reason: 'refused' }],
  [
    'several addresses',
    Object.assign(new AggregateError([failed('ECONNREFUSED')]), { code: 'ECONNREFUSED' }),
    { reason: 'ECONNREFUSED' },
  ],
  ['53300', failed('53300'), { err: failed('53300') }],
  ['a file store that is away', away, { reason: 'no answer' }],
  ['a refusal by this server', new AppError(503, asWritten('Busy.')), { reason: 'Busy.' }],
])('A call that fails with %s is logged with a stack only if it may not be one of many', (_name, error, fields) => {
  const warn = vi.fn();
  expect(logFailure(error, { warn } as unknown as FastifyBaseLogger).status).toBe(503);
  expect(warn).toHaveBeenCalledExactlyOnceWith(fields, 'request could not be served');
});

it('A caller who hangs up in the middle of a body is not logged as a failure of the server', () => {
  const warn = vi.fn();
  // As Fastify completes the error of the aborted request.
  const error = Object.assign(failed('ECONNRESET'), { statusCode: 400 });
  expect(logFailure(error, { warn } as unknown as FastifyBaseLogger).status).toBe(400);
  expect(warn).not.toHaveBeenCalled();
});
