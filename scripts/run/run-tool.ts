import { spawn } from 'node:child_process';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export type ToolRun = { ok: boolean; output: string; seconds: number };

const running = new Set<ReturnType<typeof spawn>>();
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Makes stop signals stop all running tools first. The process then exits with the usual code. */
export function stopToolsOnSignal(): void {
  for (const signal of STOP_SIGNALS) {
    process.once(signal, () => {
      for (const child of running) child.kill('SIGTERM');
      process.exit(signal === 'SIGINT' ? 130 : 143);
    });
  }
}

/**
 * Runs a script of an installed package (a path below `node_modules`) on this Node, in the repository's root. With
 * `show` its output goes directly to the terminal, otherwise it is returned. Never throws.
 */
export function runTool(
  script: string,
  args: string[],
  options: { show?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<ToolRun> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(ROOT, 'node_modules', script), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', options.show === true ? 'inherit' : 'pipe', options.show === true ? 'inherit' : 'pipe'],
    });
    running.add(child);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const finish = (ok: boolean) => {
      running.delete(child);
      resolve({ ok, output, seconds: (performance.now() - startedAt) / 1000 });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}
