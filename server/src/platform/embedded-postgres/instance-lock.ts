import { readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '#db/error-code.ts';
import { StartError } from '../start-error.ts';
import { probeProcess } from './process-probe.ts';

/** A living process, such as a server or a restore, uses the data folder. */
export class FolderInUseError extends StartError {}

type Holder = { pid: number; startedAt: string };

/** A lock file that is being written is empty for a moment; an older empty one is left over from a crash. */
const WRITING_MS = 2000;

/**
 * Locks the data folder for this process with a lock file that names it; returns the release function. A lock whose
 * process is gone is taken over. Throws FolderInUseError if a living process holds it.
 */
export async function lockInstance(file: string, dataDir: string): Promise<() => void> {
  const own = JSON.stringify({ pid: process.pid, startedAt: probeProcess(process.pid)?.startedAt ?? '' });
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (createLock(file, own)) return () => releaseLock(file, own);
    const text = readText(file);
    const holder = parseHolder(text);
    if (holder !== undefined && isAlive(holder)) throw inUse(dataDir, holder.pid);
    if (holder === undefined && ageOf(file) < WRITING_MS) await delay(100);
    else removeStale(file, text);
  }
  throw new StartError(`Could not lock ${dataDir}. Remove ${file} if nothing else uses the folder, then start again.`);
}

function inUse(dataDir: string, pid: number): FolderInUseError {
  return new FolderInUseError(
    `Afterhours is already running on ${dataDir} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
  );
}

function createLock(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function releaseLock(file: string, own: string): void {
  if (readText(file) === own) unlinkSync(file);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parseHolder(text: string | undefined): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('startedAt' in value)) return undefined;
    return { pid: Number(value.pid), startedAt: String(value.startedAt) };
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  const facts = probeProcess(holder.pid);
  return facts !== undefined && !facts.zombie && facts.startedAt === holder.startedAt;
}

function ageOf(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

/**
 * Renaming decides between two processes that find the same stale lock; the one that moved a fresh lock by mistake
 * restores it.
 */
function removeStale(file: string, seen: string | undefined): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    const moved = readText(aside);
    if (moved === seen) unlinkSync(aside);
    else renameSync(aside, file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
