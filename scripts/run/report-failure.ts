import { explainListenError } from '../../server/src/platform/listen-error.ts';

const SELF_EXPLANATORY = new Set(['StartError', 'ConfigError']);

/** Exits with code 1. Prints one line for a problem that the operator can correct, and a stack trace for a bug. */
export function reportFailure(error: unknown): never {
  console.error(describe(error));
  process.exit(1);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (SELF_EXPLANATORY.has(error.name)) return error.message;
  const port = 'port' in error ? Number(error.port) : null;
  const explained = port === null ? null : explainListenError(error, ['HOST', ''], ['PORT', port]);
  if (explained) return explained.message;
  return error.stack ?? error.message;
}
