/** The programs that a cluster needs, found on the machine or installed. */
import { apt, findProgram, hasApt, summarizeError } from '../../scripts/test/system-programs.ts';

/** The names of each program, the preferred one first, and the package that contains it. */
const PROGRAMS = {
  redis: { names: ['redis-server', 'valkey-server'], package: 'redis-server' },
  balancer: { names: ['haproxy'], package: 'haproxy' },
} as const;

type Program = keyof typeof PROGRAMS;
export type Programs = Record<Program, string | null>;

async function install(packages: readonly string[], log: (line: string) => void): Promise<void> {
  if (!hasApt()) return;
  log(`Installing ${packages.join(' and ')}.`);
  try {
    await apt('update');
    await apt('install', '--no-install-recommends', ...packages);
  } catch (error) {
    log(`apt-get failed: ${summarizeError(error)}`);
  }
}

/** Installs those of the programs that are missing, where that is possible. */
export async function installPrograms(wanted: readonly Program[], log: (line: string) => void): Promise<void> {
  const missing = wanted.filter((program) => findProgram(PROGRAMS[program].names) === undefined);
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
  return { redis: findProgram(PROGRAMS.redis.names) ?? null, balancer: findProgram(PROGRAMS.balancer.names) ?? null };
}
