import { errorCode } from '../server/src/platform/start-error.ts';

const SAYS_ENOUGH = new Set(['StartError', 'ConfigError']);

/** Ends the process with 1 after one clear line for what the person can put right, or the stack of what is our fault. */
export function reportFailure(error: unknown): never {
  console.error(describe(error));
  process.exit(1);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (SAYS_ENOUGH.has(error.name)) return error.message;
  const port = 'port' in error ? String(error.port) : '';
  if (errorCode(error) === 'EADDRINUSE') {
    return `Port ${port} is taken. Stop what uses it, or choose another: PORT=${Number(port) + 1} npm start.`;
  }
  if (errorCode(error) === 'EACCES' && port !== '') {
    return `Port ${port} needs more rights than this user has. Choose one above 1024: PORT=3000 npm start.`;
  }
  return error.stack ?? error.message;
}
