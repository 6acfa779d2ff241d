import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { diskFull, StartError } from '../start-error.ts';
import type { Binaries } from './binaries.ts';
import type { DatabaseUser } from './database-user.ts';

export const DATABASE_ROLE = 'afterhours';

const run = promisify(execFile);
const TEMPORARY = 'cluster.new-';

/**
 * Ensures that `<home>/cluster` contains a database cluster of this PostgreSQL version; returns true if it is new. The
 * cluster is created under another name and renamed, so that a crash in between leaves nothing half done.
 */
export async function prepareCluster(
  home: string,
  binaries: Binaries,
  user: DatabaseUser | undefined,
  sync: boolean,
  onProgress: (line: string) => void,
): Promise<boolean> {
  const cluster = path.join(home, 'cluster');
  for (const name of readdirSync(home)) {
    // Leftovers of a killed start; its child process may still write for a moment.
    if (name.startsWith(TEMPORARY))
      rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
  if (existsSync(path.join(cluster, 'PG_VERSION'))) {
    requireVersion(cluster, binaries.majorVersion);
    return false;
  }
  onProgress(`Creating the database in ${home}.`);
  const temporary = path.join(home, TEMPORARY + process.pid);
  await initialise(temporary, binaries, user, sync);
  renameSync(temporary, cluster);
  return true;
}

function requireVersion(cluster: string, major: number): void {
  const found = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === String(major)) return;
  throw new StartError(
    `${cluster} was written by PostgreSQL ${found}, but this version comes with PostgreSQL ${major}. ` +
      `Back it up with the version that has used it ("npm run backup"), and restore it into another DATA_DIR.`,
  );
}

async function initialise(
  folder: string,
  binaries: Binaries,
  user: DatabaseUser | undefined,
  sync: boolean,
): Promise<void> {
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const args = ['-D', folder, '-U', DATABASE_ROLE, '-A', 'trust', '-E', 'UTF8', ...locale, ...(sync ? [] : ['-N'])];
  try {
    await run(binaries.initdb, args, { ...user, cwd: '/', env: databaseEnvironment() });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    if (output.includes('No space left')) throw diskFull(folder, error);
    const last = (output || String(error)).trim().split('\n').at(-1) ?? '';
    throw new StartError(`The database could not be created in ${path.dirname(folder)}: ${last}`, { cause: error });
  }
}

/** Returns the environment for the database's processes, without the caller's PG* variables and secrets. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
