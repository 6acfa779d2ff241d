import { explainListening } from '../../server/src/platform/listening.ts';

const SAYS_ENOUGH = new Set(['StartError', 'ConfigError']);

/** Exits with code 1 after a line about a fault that the person can correct, or after the stack of a fault of ours. */
export function reportFailure(error: unknown): never {
  console.error(describe(error));
  process.exit(1);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (SAYS_ENOUGH.has(error.name)) return error.message;
  const port = 'port' in error ? Number(error.port) : null;
  const explained = port === null ? null : explainListening(error, ['HOST', ''], ['PORT', port]);
  if (explained) return explained.message;
  return error.stack ?? error.message;
}
