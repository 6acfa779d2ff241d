/** Programs of the distribution that are found on the machine, or installed with apt where that is possible. */
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The names of each program, the preferred one first, and the package that contains it. */
const PROGRAMS = {
  redis: { names: ['redis-server', 'valkey-server'], package: 'redis-server' },
  balancer: { names: ['haproxy'], package: 'haproxy' },
} as const;

type Program = keyof typeof PROGRAMS;
export type Programs = Record<Program, string | null>;

function findProgram(names: readonly string[]): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin'].filter(Boolean);
  const files = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return files.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function install(packages: readonly string[], log: (line: string) => void): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  log(`Installing ${packages.join(' and ')}.`);
  // At run level 1 apt does not start the services of the packages.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args: string[]) => run('apt-get', ['-q', '-y', ...args], { env, maxBuffer: 64 * 1024 * 1024 });
  try {
    await apt('update');
    await apt('install', '--no-install-recommends', ...packages);
  } catch (error) {
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    log(`apt-get failed: ${text.trim().split('\n').slice(0, 3).join('; ')}`);
  }
}

/** Installs those of the programs that are missing, where that is possible. */
export async function installPrograms(wanted: readonly Program[], log: (line: string) => void): Promise<void> {
  const missing = wanted.filter((program) => findProgram(PROGRAMS[program].names) === null);
  if (missing.length > 0) {
    await install(
      missing.map((program) => PROGRAMS[program].package),
      log,
    );
  }
}

/** Tries to install missing programs, and returns their paths; null for a program that is not available. */
export async function findPrograms(log: (line: string) => void): Promise<Programs> {
  await installPrograms(['redis', 'balancer'], log);
  return { redis: findProgram(PROGRAMS.redis.names), balancer: findProgram(PROGRAMS.balancer.names) };
}
