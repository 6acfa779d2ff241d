/**
 * A lock that allows one install at a time. It is a folder, because creating a folder is atomic on every file system.
 * Its `owner` file names two processes, ours and npm's (which continues if ours is killed), and is touched every two
 * seconds. A stale lock is taken over: both processes have exited, or the file was not touched for so long that their
 * process ids must belong to other processes.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const HEARTBEAT_MS = 2000;
const STALE_AFTER_MS = { here: 600000, elsewhere: 30000 };
const POLL_MS = 200;

/**
 * Waits for the lock and resolves to `{ release, include(pid) }`. Calls `onWait` once if it has to wait. Rejects if the
 * folder cannot be created.
 */
export async function acquireInstallLock(folder, onWait) {
  let waiting = false;
  for (;;) {
    if (makeFolder(folder)) return hold(folder);
    const owner = readOwner(folder);
    if (isStale(folder, owner)) removeStale(folder, owner);
    else {
      if (!waiting) onWait();
      waiting = true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

function makeFolder(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function hold(folder) {
  const file = path.join(folder, 'owner');
  let owner = '';
  const write = (pids) => {
    owner = `${pids} ${os.hostname()} ${Date.now()}`;
    writeFileSync(file, owner);
  };
  write(`${process.pid}`);
  const timer = setInterval(() => touch(file), HEARTBEAT_MS);
  timer.unref();
  return {
    include: (pid) => write(`${process.pid},${pid}`),
    release: () => {
      clearInterval(timer);
      if (readOwner(folder) === owner) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function touch(file) {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Somebody removed the lock. This install continues, and the next one creates its own lock.
  }
}

function readOwner(folder) {
  try {
    return readFileSync(path.join(folder, 'owner'), 'utf8');
  } catch {
    return '';
  }
}

function isStale(folder, owner) {
  const [pids, host] = owner.split(' ');
  const here = host === os.hostname();
  if (here && !pids.split(',').some((pid) => isAlive(Number(pid)))) return true;
  try {
    if (owner === '') return Date.now() - statSync(folder).mtimeMs > HEARTBEAT_MS;
    const age = Date.now() - statSync(path.join(folder, 'owner')).mtimeMs;
    return age > (here ? STALE_AFTER_MS.here : STALE_AFTER_MS.elsewhere);
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** If two processes find the same stale lock, only one can rename it. A process that renamed a new lock undoes that. */
function removeStale(folder, staleOwner) {
  const aside = `${folder}.${process.pid}`;
  try {
    renameSync(folder, aside);
    if (readOwner(aside) === staleOwner) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, folder);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
