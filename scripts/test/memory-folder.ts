import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const SHARED_MEMORY = '/dev/shm';
/** The tests' databases, files and browser profiles need up to 1.5 GB at a time. */
const NEEDED_BYTES = 4 * 1024 ** 3;
/** Anyone may write there, as in `/tmp`: as root, the database of the tests runs as another user. */
const LIKE_TMP = 0o1777;

/** Whether programs may be run from this mount point, by the system's list of mounts. */
export const allowsPrograms = (mounts: string, folder: string): boolean =>
  mounts.split('\n').some((line) => {
    const [, place, , options = ''] = line.split(' ');
    return place === folder && !options.split(',').includes('noexec');
  });

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= NEEDED_BYTES && allowsPrograms(readFileSync('/proc/mounts', 'utf8'), SHARED_MEMORY);
  } catch {
    return false;
  }
}

/**
 * Returns a new folder in memory for the temporary files of a test run, which is removed when this process ends;
 * undefined on a machine that has no room for one. A disk costs the tests much processor time: each test file creates
 * and drops a database of a thousand files, and ext4 passes over the inodes of recently deleted files one by one.
 */
export function makeMemoryFolder(): string | undefined {
  if (!hasRoom()) return undefined;
  const folder = mkdtempSync(path.join(SHARED_MEMORY, 'afterhours-'));
  chmodSync(folder, LIKE_TMP);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
