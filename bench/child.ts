import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export type BenchChild = { child: ChildProcess; port: number; stop(): Promise<void> };

/** Runs a file of this folder in a process of its own; it sends its port once it listens. Throws when it ends before. */
export async function startChild(file: string, env: Record<string, string>): Promise<BenchChild> {
  const child = fork(path.join(import.meta.dirname, file), { env: { ...process.env, ...env }, execArgv: [] });
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
