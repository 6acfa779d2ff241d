import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const SHARED_MEMORY = '/dev/shm';
/** The tests' databases, files and browser profiles need up to 1.5 GB at a time. */
const NEEDED_BYTES = 4 * 1024 ** 3;
/** Everyone may write there, as in `/tmp`: when root runs the tests, their database runs as another user. */
const LIKE_TMP = 0o1777;

/** Whether `mounts`, the content of `/proc/mounts`, has this mount point and allows it to execute programs. */
export const allowsPrograms = (mounts: string, folder: string): boolean =>
  mounts.split('\n').some((line) => {
    const [, mountPoint, , options = ''] = line.split(' ');
    return mountPoint === folder && !options.split(',').includes('noexec');
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
 * Creates a folder in memory for the temporary files of a test run and removes it when this process exits. Returns
 * undefined on a machine without enough shared memory. On a disk, the tests take much more processor time: each test
 * file creates and drops a database of a thousand files, and ext4 steps over the inodes of recently deleted files one
 * by one.
 */
export function makeMemoryFolder(): string | undefined {
  if (!hasRoom()) return undefined;
  const folder = mkdtempSync(path.join(SHARED_MEMORY, 'afterhours-'));
  chmodSync(folder, LIKE_TMP);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
