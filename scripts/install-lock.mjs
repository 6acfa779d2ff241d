/**
 * One install at a time: a folder, because making one is atomic everywhere. Its `owner` file names the process and is
 * touched every two seconds; a lock whose process is gone or that has not been touched for long is taken over.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const BEAT_MS = 2000;
const DEAD_AFTER_MS = 30000;
const POLL_MS = 200;

/** Resolves to the release once the lock is ours; `onWait` is called once if it has to wait. Rejects if unwritable. */
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
  const own = `${process.pid} ${os.hostname()} ${Date.now()}`;
  writeFileSync(owner, own);
  const timer = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(owner, now, now);
    } catch {
      // Taken away by hand: the install goes on, and the next one takes its own lock.
    }
  }, BEAT_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (readOwner(folder) === own) rmSync(folder, { recursive: true, force: true });
  };
}

function readOwner(folder) {
  try {
    return readFileSync(path.join(folder, 'owner'), 'utf8');
  } catch {
    return '';
  }
}

function isStale(folder, owner) {
  const [pid, host] = owner.split(' ');
  if (owner !== '' && host === os.hostname() && !isAlive(Number(pid))) return true;
  try {
    const file = owner === '' ? folder : path.join(folder, 'owner');
    const limit = owner === '' ? BEAT_MS : DEAD_AFTER_MS;
    return Date.now() - statSync(file).mtimeMs > limit;
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

/** Renaming decides between two that find the same stale lock; who moved a fresh one by mistake puts it back. */
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
