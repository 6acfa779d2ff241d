/** The nodes: processes that are started, killed, and stopped cleanly. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';

export type Node = {
  name: string;
  origin: string;
  probes: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** How often it has ended by itself. */
  readonly deaths: number;
  readonly running: boolean;
};

const START_MS = 30_000;

export type NodePlan = {
  name: string;
  port: number;
  metricsPort: number;
  logFile: string;
  env: Record<string, string>;
};

function launch({ port, metricsPort, env }: NodePlan): ChildProcess {
  return fork(path.join(import.meta.dirname, 'node-process.ts'), {
    // One machine runs all of them: less memory, for a little time.
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

/** Resolves when a started node is ready; throws when it ends before. */
async function untilReady(started: ChildProcess, { name, logFile }: NodePlan): Promise<void> {
  const late = AbortSignal.timeout(START_MS);
  await Promise.race([
    once(started, 'message', { signal: late }),
    once(started, 'exit', { signal: late }).then(([code]) => {
      throw new Error(`${name} ended while it started (exit ${String(code)}); its log is ${logFile}`);
    }),
  ]);
}

export function createNode(plan: NodePlan): Node {
  let child: ChildProcess | null = null;
  let deaths = 0;
  const log = createWriteStream(plan.logFile, { flags: 'a' });

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null;
    const ended = once(running, 'exit') as Promise<[number | null]>;
    running.kill(signal);
    return (await ended)[0];
  }

  return {
    name: plan.name,
    origin: `http://127.0.0.1:${plan.port}`,
    probes: `http://127.0.0.1:${plan.metricsPort}`,
    get deaths() {
      return deaths;
    },
    get running() {
      return child !== null;
    },
    async start() {
      const started = launch(plan);
      child = started;
      for (const stream of [started.stdout, started.stderr]) stream?.pipe(log, { end: false });
      started.once('exit', () => {
        if (child === started) deaths++;
      });
      await untilReady(started, plan);
    },
    kill: () => end('SIGKILL').then(() => undefined),
    stop: () => end('SIGTERM'),
  };
}
