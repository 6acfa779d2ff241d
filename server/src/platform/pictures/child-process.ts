/**
 * Runs work in a child process, one order at a time: its memory and time are separate from the server's, and it can be
 * killed. The process is started by the first order, kept for a while, and exits when its channel to the server closes,
 * so that it never outlives the server. A process that has ended is replaced for the next order.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export type ChildOptions = {
  /** The script; it answers each `{id, order}` by one `{id, answer, spent}`, and is replaced when it is spent. */
  script: string;
  /** An order that takes longer ends the process. */
  limitMs: number;
  /** At most this many orders wait; further ones are refused. */
  maxWaiting: number;
  /** A process that was idle for this long ends. */
  idleMs: number;
};

/** Why an order has no answer: too many wait, it took too long, or the process ended during it. */
export class ChildError extends Error {
  readonly reason: 'busy' | 'time' | 'ended';

  constructor(reason: ChildError['reason']) {
    super(`the child process has not answered: ${reason}`);
    this.reason = reason;
  }
}

export type Child<Order, Answer> = {
  /** Throws ChildError. */
  run(order: Order): Promise<Answer>;
  /** The process's id while there is one. */
  readonly pid: number | null;
  stop(): void;
};

// Without secrets and without the variable that makes Node report to a watcher (WATCH_REPORT_DEPENDENCIES).
const INHERITED = ['PATH', 'TMPDIR', 'TMP', 'TEMP', 'SYSTEMROOT', 'LD_LIBRARY_PATH'];
// With these settings glibc returns large blocks of memory as soon as they are free.
const ALLOCATION = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  ...ALLOCATION,
});

type Reply<Answer> = { id: number; answer: Answer; spent: boolean };

function isReply<Answer>(message: unknown, id: number): message is Reply<Answer> {
  return typeof message === 'object' && message !== null && 'id' in message && message.id === id;
}

/** Sends an order and waits for its answer; kills the process when that takes too long. */
function ask<Answer>(child: ChildProcess, id: number, order: unknown, limitMs: number): Promise<Reply<Answer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply<Answer>>();
  const onMessage = (message: unknown): void => {
    if (isReply<Answer>(message, id)) resolve(message);
  };
  let reason: ChildError['reason'] = 'ended';
  const onEnd = (): void => reject(new ChildError(reason));
  const timer = setTimeout(() => {
    reason = 'time';
    child.kill('SIGKILL');
  }, limitMs);
  // It keeps the server from exiting only while it has work.
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

export function createChild<Order, Answer>({
  script,
  limitMs,
  maxWaiting,
  idleMs,
}: ChildOptions): Child<Order, Answer> {
  let child: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let orders = 0;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    child?.kill('SIGKILL');
    child = null;
  }

  /** The same, after waiting until the memory is free. */
  async function replace(ending: ChildProcess): Promise<void> {
    if (child === ending) child = null;
    if (ending.exitCode !== null || ending.signalCode !== null || ending.pid === undefined) return;
    const ended = once(ending, 'exit');
    ending.ref();
    ending.kill('SIGKILL');
    await ended;
  }

  function start(): ChildProcess {
    const started = fork(script, [], {
      execArgv: ['--expose-gc'],
      env: environment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (child === started) child = null;
    });
    return started;
  }

  async function next(order: Order): Promise<Answer> {
    clearTimeout(idle);
    const asked = (child ??= start());
    try {
      const { answer, spent } = await ask<Answer>(asked, ++orders, order, limitMs);
      if (spent) await replace(asked);
      return answer;
    } catch (error) {
      await replace(asked);
      throw error;
    } finally {
      idle = setTimeout(end, idleMs).unref();
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
      return child?.pid ?? null;
    },
    stop() {
      clearTimeout(idle);
      end();
    },
  };
}
