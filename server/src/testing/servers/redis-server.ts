/** A real Redis for tests, on a free loopback port and without a disk; a test can kill, pause and restart it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';

const NAMES = ['redis-server', 'valkey-server'];
const START_MS = 5_000;

export type RedisServer = {
  url: string;
  start(): Promise<void>;
  /** Sends SIGKILL: all its data is lost. */
  kill(): Promise<void>;
  /** While paused, it keeps its connections but does not respond. */
  halt(): void;
  resume(): void;
};

/** Returns the Redis program installed on this machine, if there is one. */
export function findRedisProgram(): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin'].filter(Boolean);
  for (const file of folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)))) {
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** Returns true if a server accepts connections on the port. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (there: boolean) => {
      socket.destroy();
      resolve(there);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

/** Returns a Redis that is not started yet; `settings` are command-line arguments. */
export async function createRedisServer(program: string, settings: string[] = []): Promise<RedisServer> {
  const port = await findFreePort();
  let child: ChildProcess | null = null;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings];
      const started = spawn(program, args, { cwd: '/', stdio: 'ignore' });
      child = started;
      for (const until = Date.now() + START_MS; !(await accepts(port)); await delay(10)) {
        if (started.exitCode !== null || Date.now() > until) throw new Error('Redis did not start');
      }
    },
    async kill() {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null) return;
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
    },
    halt: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}
