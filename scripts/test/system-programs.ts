/** Programs of the system: finds them, and installs them with apt where that is possible. */
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of the first of these programs that is on the machine. */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin'].filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

/** Whether this process may install packages with apt. */
export const hasApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export function apt(...args: string[]) {
  // At run level 1 apt does not start the services of the packages.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  return run('apt-get', ['-q', '-y', ...args], { env, maxBuffer: 64 * 1024 * 1024 });
}

/** Returns the first lines of a program's error output; both apt and npm name the cause there. */
export function summarizeError(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  return text.trim().split('\n').slice(0, 3).join('; ');
}
