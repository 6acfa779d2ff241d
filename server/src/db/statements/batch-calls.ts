/**
 * One commit for many concurrent writes. The disk takes as long for one commit as for twenty, so for each kind of write
 * one batch executes at a time (two if many calls wait) while earlier ones commit, and calls that arrive in the
 * meantime join the next batch. Each caller gets its result after its write is committed. The calls in a batch that was
 * rolled back are run again one by one, so that none fails because of another.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isUnreachable } from '../connection/unreachable.ts';

/** The most batches in progress: while some wait for the disk, others execute statements. */
const MAX_RUNNING = 3;
const MAX_EXECUTING = 2;
/** This many waiting calls justify a second executing batch. Two small ones would cost more than one that has both. */
const WAITING_FOR_SECOND = 6;
/** A batch that takes longer is assumed to be waiting for a lock; others may run in the meantime. */
const ASSUMED_LOCKED_MS = 25;
const MAX_BATCH_SIZE = 64;

type Waiting<I, O> = { input: I; key: unknown; done: (output: O) => void; failed: (error: unknown) => void };

export type BatchOptions<I, O> = {
  /**
   * Runs all inputs in one transaction and returns their results in order; fails as a whole. If it calls
   * `readyToCommit` when only the commit remains, the next batch can execute in the meantime.
   */
  run: (inputs: readonly I[], readyToCommit: () => void) => Promise<readonly O[]>;
  /**
   * Returns the key that only one call at a time may touch; others wait for a later batch, in order of arrival. Without
   * it, no call waits for another.
   */
  keyOf?: (input: I) => unknown;
};

/** Runs outside any caller's context: a batch belongs to no single call. */
const runOutsideCalls = AsyncLocalStorage.snapshot();

/** The waiting calls, and the keys of the running ones. */
class Queue<I, O> {
  #waiting: Waiting<I, O>[] = [];
  readonly #runningKeys = new Set<unknown>();

  get length(): number {
    return this.#waiting.length;
  }

  add(call: Waiting<I, O>): void {
    this.#waiting.push(call);
  }

  /** Takes the calls that may run now; none overtakes an earlier one with the same key. */
  takeBatch(): Waiting<I, O>[] {
    const batch: Waiting<I, O>[] = [];
    const later: Waiting<I, O>[] = [];
    const earlierKeys = new Set<unknown>();
    for (const call of this.#waiting) {
      const fits = batch.length < MAX_BATCH_SIZE && !this.#runningKeys.has(call.key) && !earlierKeys.has(call.key);
      earlierKeys.add(call.key);
      (fits ? batch : later).push(call);
    }
    this.#waiting = later;
    for (const { key } of batch) this.#runningKeys.add(key);
    return batch;
  }

  release(batch: readonly Waiting<I, O>[]): void {
    for (const { key } of batch) this.#runningKeys.delete(key);
  }
}

/** The batches in progress. Each executes its statements, and then commits. */
class Progress {
  #running = 0;
  #executing = 0;

  /** Whether another batch may begin, if this many calls are waiting. */
  mayBegin(waiting: number): boolean {
    if (this.#running === MAX_RUNNING) return false;
    return this.#executing === 0 || (this.#executing < MAX_EXECUTING && waiting >= WAITING_FOR_SECOND);
  }

  /** Begins a batch. Calls `onExecuted` once: when it is ready to commit, or seems to wait for a lock. */
  begin(onExecuted: () => void): { readyToCommit: () => void; end: () => void } {
    this.#running++;
    this.#executing++;
    let isExecuting = true;
    const readyToCommit = (): void => {
      clearTimeout(timer);
      if (!isExecuting) return;
      isExecuting = false;
      this.#executing--;
      onExecuted();
    };
    const timer = setTimeout(readyToCommit, ASSUMED_LOCKED_MS);
    const end = (): void => {
      this.#running--;
      readyToCommit();
    };
    return { readyToCommit, end };
  }
}

type Run<I, O> = BatchOptions<I, O>['run'];

async function runOne<I, O>(run: Run<I, O>, call: Waiting<I, O>, readyToCommit: () => void): Promise<void> {
  try {
    const [output] = await run([call.input], readyToCommit);
    call.done(output as O);
  } catch (error) {
    call.failed(error);
  }
}

async function runBatch<I, O>(run: Run<I, O>, batch: Waiting<I, O>[], readyToCommit: () => void): Promise<void> {
  const [first] = batch;
  if (batch.length === 1 && first) return runOne(run, first, readyToCommit);
  try {
    const outputs = await run(
      batch.map(({ input }) => input),
      readyToCommit,
    );
    for (const [index, { done }] of batch.entries()) done(outputs[index] as O);
  } catch (error) {
    // After a broken connection it is unknown whether the batch was committed: a retry might run it twice.
    if (isUnreachable(error)) for (const { failed } of batch) failed(error);
    else for (const call of batch) await runOne(run, call, readyToCommit);
  }
}

/** Returns a function that runs one call, in a batch with others that arrive while earlier batches are in progress. */
export function batchCalls<I, O>({
  run,
  keyOf = () => Symbol('own key'),
}: BatchOptions<I, O>): (input: I) => Promise<O> {
  const queue = new Queue<I, O>();
  const progress = new Progress();
  let isScheduled = false;

  /** Starts the next batch if calls are waiting, after those made in the same turn of the event loop have joined. */
  function scheduleNext(): void {
    if (isScheduled || queue.length === 0) return;
    isScheduled = true;
    runOutsideCalls(() =>
      setImmediate(() => {
        isScheduled = false;
        void runNext();
      }),
    );
  }

  async function runNext(): Promise<void> {
    if (!progress.mayBegin(queue.length)) return;
    const batch = queue.takeBatch();
    if (batch.length === 0) return;
    const { readyToCommit, end } = progress.begin(scheduleNext);
    await runBatch(run, batch, readyToCommit);
    queue.release(batch);
    end();
    scheduleNext();
  }

  return (input) =>
    new Promise<O>((done, failed) => {
      queue.add({ input, key: keyOf(input), done, failed });
      if (progress.mayBegin(queue.length)) scheduleNext();
    });
}
