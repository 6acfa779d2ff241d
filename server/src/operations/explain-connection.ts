import { errorCode } from '#db/error-code.ts';
import { StartError } from '#platform/start-error.ts';

const CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000', '53300', '57P03']);

/** Converts the error of a database that cannot be reached to a one-line StartError; returns other errors unchanged. */
export function explainConnection(error: unknown): unknown {
  if (!CODES.has(errorCode(error) ?? '')) return error;
  return new StartError(`The database cannot be reached: ${(error as Error).message}. Check DATABASE_URL.`);
}
