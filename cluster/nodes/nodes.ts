/** The nodes: server processes that can be started, killed, and stopped cleanly. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';

export type Node = {
  name: string;
  origin: string;
  /** The origin of `/readyz` and `/metrics`. */
  probeOrigin: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** How often the process has exited without being stopped or killed. */
  readonly unexpectedExits: number;
  readonly running: boolean;
};

const START_TIMEOUT_MS = 30_000;

export type NodePlan = {
  name: string;
  port: number;
  metricsPort: number;
  logFile: string;
  env: Record<string, string>;
};

function launch({ port, metricsPort, env }: NodePlan): ChildProcess {
  return fork(path.join(import.meta.dirname, 'node-process.ts'), {
    // All nodes share one machine: fewer malloc arenas save memory at the cost of some speed.
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: '2',
      ...env,
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    },
    execArgv: ['--max-old-space-size=256'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** Resolves when a started node is ready; throws if it exits first, or after a timeout. */
async function waitUntilReady(started: ChildProcess, { name, logFile }: NodePlan): Promise<void> {
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  await Promise.race([
    once(started, 'message', { signal: timeout }),
    once(started, 'exit', { signal: timeout }).then(([code]) => {
      throw new Error(`${name} exited before it was ready (exit ${String(code)}); its log is ${logFile}`);
    }),
  ]);
}

export function createNode(plan: NodePlan): Node {
  let child: ChildProcess | null = null;
  let unexpectedExits = 0;
  const log = createWriteStream(plan.logFile, { flags: 'a' });

  async function terminate(signal: NodeJS.Signals): Promise<number | null> {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null;
    const exited = once(running, 'exit') as Promise<[number | null]>;
    running.kill(signal);
    return (await exited)[0];
  }

  return {
    name: plan.name,
    origin: `http://127.0.0.1:${plan.port}`,
    probeOrigin: `http://127.0.0.1:${plan.metricsPort}`,
    get unexpectedExits() {
      return unexpectedExits;
    },
    get running() {
      return child !== null;
    },
    async start() {
      const started = launch(plan);
      child = started;
      for (const stream of [started.stdout, started.stderr]) stream?.pipe(log, { end: false });
      started.once('exit', () => {
        if (child === started) unexpectedExits++;
      });
      await waitUntilReady(started, plan);
    },
    kill: () => terminate('SIGKILL').then(() => undefined),
    stop: () => terminate('SIGTERM'),
  };
}
