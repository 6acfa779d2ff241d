/**
 * One install at a time: a folder, because making one is atomic everywhere. Its `owner` file names the processes, ours
 * and npm's (which goes on if ours is killed), and is touched every two seconds. A lock is taken over when all of them
 * are gone, or when it was not touched for so long that their numbers must have gone to others.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const BEAT_MS = 2000;
const DEAD_AFTER_MS = { here: 600000, elsewhere: 30000 };
const POLL_MS = 200;

/**
 * Resolves to `{ release, include(pid) }` once the lock is ours; `onWait` is called once if it has to wait.
 * Rejects when the folder cannot be made.
 */
export async function acquireInstallLock(folder, onWait) {
  let told = false;
  for (;;) {
    if (makeFolder(folder)) return hold(folder);
    const seen = readOwner(folder);
    if (isStale(folder, seen)) removeStale(folder, seen);
    else {
      if (!told) onWait();
      told = true;
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
  const owner = path.join(folder, 'owner');
  let own = '';
  const write = (pids) => {
    own = `${pids} ${os.hostname()} ${Date.now()}`;
    writeFileSync(owner, own);
  };
  write(`${process.pid}`);
  const timer = setInterval(() => touch(owner), BEAT_MS);
  timer.unref();
  return {
    include: (pid) => write(`${process.pid},${pid}`),
    release: () => {
      clearInterval(timer);
      if (readOwner(folder) === own) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function touch(file) {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Somebody removed the lock: the install continues, and the next one takes its own lock.
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
    if (owner === '') return Date.now() - statSync(folder).mtimeMs > BEAT_MS;
    const age = Date.now() - statSync(path.join(folder, 'owner')).mtimeMs;
    return age > (here ? DEAD_AFTER_MS.here : DEAD_AFTER_MS.elsewhere);
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

/** Renaming decides between two processes that find the same stale lock; one that moved a fresh lock puts it back. */
function removeStale(folder, seen) {
  const aside = `${folder}.${process.pid}`;
  try {
    renameSync(folder, aside);
    if (readOwner(aside) === seen) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, folder);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
