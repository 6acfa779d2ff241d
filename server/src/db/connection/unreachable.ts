/** Distinguishes an unreachable database from a statement that is wrong. */
import { errorCode } from '../error-code.ts';

const CODES = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  // Shutdown by the operator, crash of another process, starting up or recovering; connection failures.
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  // A primary that has become a standby.
  '25006',
]);
const TEXTS = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'driver has already been destroyed',
  'after calling end on the pool',
  'Query read timeout',
];

/** Returns true if the database was unreachable: the statement's outcome is unknown, and a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  return CODES.has(errorCode(error) ?? '') || TEXTS.some((text) => error.message.includes(text));
}
