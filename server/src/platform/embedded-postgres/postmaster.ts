import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, fchownSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '#db/error-code.ts';
import { diskFull, StartError } from '../start-error.ts';
import { databaseEnvironment } from './cluster.ts';
import type { DatabaseUser } from './database-user.ts';
import { probeProcess } from './process-probe.ts';

/** What is needed to start, find and stop a cluster's postmaster. */
export type PostmasterPlan = {
  binary: string;
  args: string[];
  cluster: string;
  logFile: string;
  user: DatabaseUser | undefined;
  onProgress: (line: string) => void;
};

/** The content of `postmaster.pid`: pid, data folder, start time, port, socket folder, address, memory, status. */
type PidFile = { pid: number; ready: boolean };

const POLL_MS = 10;
/** A killed postmaster may remain as a zombie, with its shared memory, until the system reaps it. */
const RETRY_MS = 5000;
const SLOW_START_MS = 2000;
const LOG_LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * Returns the pid of a ready postmaster that a dead process with exactly this plan left running; otherwise undefined.
 */
export function findSurvivor(plan: PostmasterPlan): number | undefined {
  const file = readPidFile(plan.cluster);
  if (file === undefined || !file.ready) return undefined;
  const facts = probeProcess(file.pid);
  return facts?.zombie === false && facts.command === [plan.binary, ...plan.args].join(' ') ? file.pid : undefined;
}

/** Returns true if this process exists and is not a zombie. */
export function isRunning(pid: number): boolean {
  return probeProcess(pid)?.zombie === false;
}

/** Starts the postmaster, detached and logging to its file, and returns its pid once it accepts connections. */
export async function startPostmaster(plan: PostmasterPlan): Promise<number> {
  const until = Date.now() + RETRY_MS;
  for (let pause = 50; ; pause = Math.min(pause * 2, 800)) {
    await clearForeignPid(plan, Date.now() >= until);
    const { child, log } = launch(plan);
    const problem = await untilReady(plan, child);
    if (problem === undefined && child.pid !== undefined) {
      child.unref();
      return child.pid;
    }
    const text = `${problem ?? ''}\n${readFrom(plan.logFile, log)}`;
    const blocked = /lock file "postmaster\.pid"|pre-existing shared memory block/.test(text);
    if (!blocked || Date.now() > until + RETRY_MS) throw explain(plan, text);
    await delay(pause);
  }
}

/**
 * Stops the postmaster within about 15 seconds: cleanly first, then immediately (which costs a recovery), then by
 * SIGKILL.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 4000],
    ['SIGKILL', 1000],
  ];
  for (const [signal, wait] of steps) {
    if (!send(pid, signal)) return;
    const until = Date.now() + wait;
    while (Date.now() < until) {
      if (!isRunning(pid)) return;
      await delay(POLL_MS);
    }
  }
}

/**
 * Stops a postmaster that serves this cluster but not as planned, and removes a pid file that names another process.
 */
async function clearForeignPid(plan: PostmasterPlan, patienceOver: boolean): Promise<void> {
  const file = readPidFile(plan.cluster);
  const facts = file === undefined ? undefined : probeProcess(file.pid);
  if (file === undefined || facts === undefined) return;
  if (facts.zombie) {
    if (patienceOver) rmSync(path.join(plan.cluster, 'postmaster.pid'), { force: true });
  } else if (facts.command.includes(`-D ${plan.cluster} `)) {
    await stopPostmaster(file.pid);
  } else {
    rmSync(path.join(plan.cluster, 'postmaster.pid'), { force: true });
  }
}

function launch(plan: PostmasterPlan): { child: ChildProcess; log: number } {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
  const size = statSync(plan.logFile, { throwIfNoEntry: false })?.size ?? 0;
  const truncate = size > LOG_LIMIT_BYTES ? O_TRUNC : 0;
  const log = openSync(plan.logFile, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | truncate, 0o600);
  try {
    if (plan.user !== undefined) fchownSync(log, plan.user.uid, plan.user.gid);
    const child = spawn(plan.binary, plan.args, {
      uid: plan.user?.uid,
      gid: plan.user?.gid,
      cwd: '/',
      env: databaseEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    });
    return { child, log: truncate === 0 ? size : 0 };
  } finally {
    closeSync(log);
  }
}

/** Returns undefined once the child is ready, or the error. Recovery after a crash may take a while. */
async function untilReady(plan: PostmasterPlan, child: ChildProcess): Promise<string | undefined> {
  let problem: string | undefined;
  child.once('error', (error) => (problem = error.message));
  child.once('exit', (code, signal) => (problem ??= `ended with ${signal ?? code}`));
  const slow = setTimeout(
    () => plan.onProgress('The database takes its time to start. After an unclean stop, it recovers first.'),
    SLOW_START_MS,
  );
  try {
    for (;;) {
      await delay(POLL_MS);
      if (problem !== undefined) return problem;
      const file = readPidFile(plan.cluster);
      if (file?.pid === child.pid && file?.ready) return undefined;
    }
  } finally {
    clearTimeout(slow);
  }
}

function explain(plan: PostmasterPlan, text: string): StartError {
  if (text.includes('No space left on device')) return diskFull(plan.cluster);
  const lines = text.trim().split('\n');
  const reason = lines.findLast((line) => /FATAL|PANIC|ERROR|error while loading/.test(line)) ?? lines.at(0) ?? '';
  return new StartError(`The database did not start: ${reason.trim()}. Its log is ${plan.logFile}.`);
}

function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 1) return undefined;
    return { pid, ready: lines[1] === cluster && lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function readFrom(file: string, offset: number): string {
  return readFileSync(file).subarray(offset).toString('utf8').slice(-4000);
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}
