import { explainListening } from '../../server/src/platform/listening.ts';

const SAYS_ENOUGH = new Set(['StartError', 'ConfigError']);

/** Ends the process with 1 after one clear line for what the person can put right, or the stack of what is our fault. */
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
