import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { findFreePort } from '../server/src/testing/free-port.ts';

export type BenchChild = { child: ChildProcess; port: number; stop(): Promise<void> };

/**
 * Runs a file in a child process that sends its port as soon as it listens. The path is absolute, or relative to this
 * folder. Throws if the process exits before that.
 */
export async function startChild(file: string, env: Record<string, string>): Promise<BenchChild> {
  const child = fork(path.resolve(import.meta.dirname, file), {
    // The setting of `npm start`.
    env: { MALLOC_ARENA_MAX: '2', ...process.env, ...env },
  });
  const exit = once(child, 'exit');
  const earlyExit = exit.then(([code]) => {
    throw new Error(`${file} exited early (exit ${String(code)})`);
  });
  const [port] = (await Promise.race([once(child, 'message'), earlyExit])) as [number];
  earlyExit.catch(() => undefined);
  return {
    child,
    port,
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** Starts the server of a checkout (by default this one) with a bench database and without limits, on a free port. */
export async function startServer(
  database: { url: string; folder: string },
  checkout = path.dirname(import.meta.dirname),
): Promise<BenchChild> {
  return startChild(path.resolve(checkout, 'bench/server-process.ts'), {
    DATABASE_URL: database.url,
    DATA_DIR: database.folder,
    HOST: '127.0.0.1',
    PORT: String(await findFreePort()),
    METRICS_PORT: '0',
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'warn',
  });
}
