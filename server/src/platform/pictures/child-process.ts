/**
 * Runs work in a child process, one order at a time: its memory and time are separate from the server's, and it can be
 * killed. The first order starts the process, which stays for a while and exits when its channel to the server closes,
 * so that it never outlives the server. A process that has ended is replaced for the next order.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export type ChildOptions = {
  /** The script; it responds to each `{id, order}` with `{id, result, spent}`, and is replaced when it is spent. */
  script: string;
  /** The process is killed if an order takes longer. */
  limitMs: number;
  /** At most this many orders wait; further ones are rejected. */
  maxWaiting: number;
  /** A process that has been idle for this long is ended. */
  idleMs: number;
};

/** Why an order has no result: too many wait, it took too long, or the process ended. */
export class ChildError extends Error {
  readonly reason: 'busy' | 'time' | 'ended';

  constructor(reason: ChildError['reason']) {
    super(`the child process did not respond: ${reason}`);
    this.reason = reason;
  }
}

export type Child<Order, Result> = {
  /** Throws ChildError. */
  run(order: Order): Promise<Result>;
  /** The process's id while there is one. */
  readonly pid: number | null;
  stop(): void;
};

// Without secrets, and without the variable that makes Node report to a watcher (WATCH_REPORT_DEPENDENCIES).
const INHERITED = ['PATH', 'TMPDIR', 'TMP', 'TEMP', 'SYSTEMROOT', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE'];
// With these settings, glibc returns large blocks of memory as soon as they are free.
const ALLOCATION = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  ...ALLOCATION,
});

type Reply<Result> = { id: number; result: Result; spent: boolean };

function isReply<Result>(message: unknown, id: number): message is Reply<Result> {
  return typeof message === 'object' && message !== null && 'id' in message && message.id === id;
}

/** Sends an order and waits for its result; kills the process if that takes too long. */
function send<Result>(child: ChildProcess, id: number, order: unknown, limitMs: number): Promise<Reply<Result>> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply<Result>>();
  const onMessage = (message: unknown): void => {
    if (isReply<Result>(message, id)) resolve(message);
  };
  let reason: ChildError['reason'] = 'ended';
  const onEnd = (): void => reject(new ChildError(reason));
  const timer = setTimeout(() => {
    reason = 'time';
    child.kill('SIGKILL');
  }, limitMs);
  // The child keeps the server from exiting only while it has work.
  child.channel?.ref();
  child.on('message', onMessage).once('exit', onEnd).once('error', onEnd);
  child.send({ id, order }, (error) => {
    if (error) onEnd();
  });
  return promise.finally(() => {
    clearTimeout(timer);
    child.unref();
    child.channel?.unref();
    child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
  });
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

/** The current process, started when it is needed and replaced when it has ended. */
class Worker {
  readonly #script: string;
  #child: ChildProcess | null = null;

  constructor(script: string) {
    this.#script = script;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get(): ChildProcess {
    this.#child ??= this.#start();
    return this.#child;
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  /** Ends a process and waits until its memory is free. */
  async replace(child: ChildProcess): Promise<void> {
    if (this.#child === child) this.#child = null;
    if (hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }

  #start(): ChildProcess {
    const started = fork(this.#script, [], {
      execArgv: ['--expose-gc'],
      env: environment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (this.#child === started) this.#child = null;
    });
    return started;
  }
}

export function createChild<Order, Result>(options: ChildOptions): Child<Order, Result> {
  const { script, limitMs, maxWaiting, idleMs } = options;
  const worker = new Worker(script);
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let orders = 0;
  let idle: NodeJS.Timeout | undefined;

  async function next(order: Order): Promise<Result> {
    clearTimeout(idle);
    const child = worker.get();
    try {
      const { result, spent } = await send<Result>(child, ++orders, order, limitMs);
      if (spent) await worker.replace(child);
      return result;
    } catch (error) {
      await worker.replace(child);
      throw error;
    } finally {
      idle = setTimeout(() => worker.end(), idleMs).unref();
    }
  }

  return {
    async run(order) {
      if (waiting > maxWaiting) throw new ChildError('busy');
      waiting++;
      const mine = last.then(() => next(order));
      last = mine.catch(() => undefined);
      return mine.finally(() => waiting--);
    },
    get pid() {
      return worker.pid;
    },
    stop() {
      clearTimeout(idle);
      worker.end();
    },
  };
}
