/** Programs of the distribution: found on the machine, or installed by apt where that is possible. */
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The names of each program, the preferred first, and the package that contains it. */
const PROGRAMS = {
  redis: { names: ['redis-server', 'valkey-server'], package: 'redis-server' },
  balancer: { names: ['haproxy'], package: 'haproxy' },
} as const;

type Program = keyof typeof PROGRAMS;
export type Programs = Record<Program, string | null>;

function find(names: readonly string[]): string | null {
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

async function install(packages: readonly string[], say: (line: string) => void): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say(`Installing ${packages.join(' and ')}.`);
  // At run level 1 no service of a package is started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args: string[]) => run('apt-get', ['-q', '-y', ...args], { env, maxBuffer: 64 * 1024 * 1024 });
  try {
    await apt('update');
    await apt('install', '--no-install-recommends', ...packages);
  } catch (error) {
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    say(`apt-get could not: ${text.trim().split('\n').slice(0, 3).join('; ')}`);
  }
}

/** Installs the missing ones of these programs, where that is possible. */
export async function installPrograms(wanted: readonly Program[], say: (line: string) => void): Promise<void> {
  const missing = wanted.filter((program) => find(PROGRAMS[program].names) === null);
  if (missing.length > 0) {
    await install(
      missing.map((program) => PROGRAMS[program].package),
      say,
    );
  }
}

/** Returns the programs after an attempt to install missing ones; null where one is not available. */
export async function findPrograms(say: (line: string) => void): Promise<Programs> {
  await installPrograms(['redis', 'balancer'], say);
  return { redis: find(PROGRAMS.redis.names), balancer: find(PROGRAMS.balancer.names) };
}
