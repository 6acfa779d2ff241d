import { explainListenError } from '../../server/src/platform/listen-error.ts';

const SELF_EXPLANATORY = new Set(['StartError', 'ConfigError']);

/** Exits with code 1. Prints one line for a problem that the operator can correct, and a stack trace for a bug. */
export function reportFailure(error: unknown): never {
  console.error(describeFailure(error));
  process.exit(1);
}

export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'StorageError') {
    const { message } = error.cause instanceof Error ? error.cause : error;
    return `The file store cannot be used: ${message}. Check S3_*, or the permissions of DATA_DIR.`;
  }
  if (SELF_EXPLANATORY.has(error.name)) return error.message;
  const port = 'port' in error ? Number(error.port) : null;
  const explained = port === null ? null : explainListenError(error, ['HOST', ''], ['PORT', port]);
  if (explained) return explained.message;
  return error.stack ?? error.message;
}
