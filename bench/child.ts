import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { findFreePort } from '../server/src/testing/free-port.ts';

export type BenchChild = { child: ChildProcess; port: number; stop(): Promise<void> };

/**
 * Runs a file of this folder, or an absolute path, in a child process, which sends its port once it listens. Throws
 * when it ends before.
 */
export async function startChild(file: string, env: Record<string, string>): Promise<BenchChild> {
  // As `npm start` does it.
  const child = fork(path.resolve(import.meta.dirname, file), {
    env: { MALLOC_ARENA_MAX: '2', ...process.env, ...env },
    execArgv: ['--max-semi-space-size=8'],
  });
  const exit = once(child, 'exit');
  const early = exit.then(([code]) => {
    throw new Error(`${file} ended early (exit ${String(code)})`);
  });
  const [port] = (await Promise.race([once(child, 'message'), early])) as [number];
  early.catch(() => undefined);
  return {
    child,
    port,
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** The real server of a checkout (default: this one) over a bench database, limits off, on a free port of loopback. */
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
