/**
 * One commit for many concurrent writes. The disk takes as long for one commit as for twenty, so for each kind of write
 * one batch computes at a time (two if many calls wait) while earlier ones commit, and calls that arrive in the
 * meantime join the next batch. Each caller gets its result after its write is committed. The calls in a batch that was
 * rolled back are run again one by one, so that none fails because of another.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isUnreachable } from '../connection/unreachable.ts';

/** The most batches in progress: while some wait for the disk, others compute. */
const MAX_RUNNING = 3;
const MAX_COMPUTING = 2;
/**
 * This many waiting calls justify a second computing batch. Two small batches would cost more than one that combines
 * them.
 */
const WAITING_FOR_SECOND = 6;
/** A batch that takes longer is assumed to be waiting for a lock; others may run in the meantime. */
const ASSUMED_LOCKED_MS = 25;
const MAX_BATCH_SIZE = 64;

type Waiting<I, O> = { input: I; key: string; done: (output: O) => void; failed: (error: unknown) => void };

export type BatchOptions<I, O> = {
  /**
   * Runs all inputs in one transaction and returns their results in order; fails as a whole. It may call `computed`
   * when only the commit, and what is sent together with it, remains.
   */
  run: (inputs: readonly I[], computed: () => void) => Promise<readonly O[]>;
  /** Returns the key that only one call at a time may touch; others wait for a later batch, in order of arrival. */
  keyOf: (input: I) => string;
};

/** Runs outside any caller's context: a batch belongs to no single call. */
const runOutsideCalls = AsyncLocalStorage.snapshot();

/** The waiting calls, and the keys of the running ones. */
class Queue<I, O> {
  #waiting: Waiting<I, O>[] = [];
  readonly #runningKeys = new Set<string>();

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
    const earlierKeys = new Set<string>();
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

type Run<I, O> = BatchOptions<I, O>['run'];

async function runOne<I, O>(run: Run<I, O>, call: Waiting<I, O>, computed: () => void): Promise<void> {
  try {
    const [output] = await run([call.input], computed);
    call.done(output as O);
  } catch (error) {
    call.failed(error);
  }
}

async function runBatch<I, O>(run: Run<I, O>, batch: Waiting<I, O>[], computed: () => void): Promise<void> {
  const [first] = batch;
  if (batch.length === 1 && first) return runOne(run, first, computed);
  try {
    const outputs = await run(
      batch.map(({ input }) => input),
      computed,
    );
    for (const [index, { done }] of batch.entries()) done(outputs[index] as O);
  } catch (error) {
    // After a broken connection it is unknown whether the batch was committed: a retry might run it twice.
    if (isUnreachable(error)) for (const { failed } of batch) failed(error);
    else for (const call of batch) await runOne(run, call, computed);
  }
}

/** Returns a function that runs one call, combined with others that arrive while a batch is in progress. */
export function batchCalls<I, O>({ run, keyOf }: BatchOptions<I, O>): (input: I) => Promise<O> {
  const queue = new Queue<I, O>();
  let running = 0;
  let computing = 0;
  let isScheduled = false;

  const mayBegin = (): boolean =>
    running < MAX_RUNNING && (computing === 0 || (computing < MAX_COMPUTING && queue.length >= WAITING_FOR_SECOND));

  /** Starts the next batch, after the calls made in the same turn of the event loop. */
  function scheduleNext(): void {
    if (isScheduled) return;
    isScheduled = true;
    runOutsideCalls(() =>
      setImmediate(() => {
        isScheduled = false;
        void runNext();
      }),
    );
  }

  async function runNext(): Promise<void> {
    if (!mayBegin()) return;
    const batch = queue.takeBatch();
    if (batch.length === 0) return;
    running++;
    computing++;
    let isComputing = true;
    const computed = (): void => {
      clearTimeout(timer);
      if (!isComputing) return;
      isComputing = false;
      computing--;
      if (queue.length > 0) scheduleNext();
    };
    const timer = setTimeout(computed, ASSUMED_LOCKED_MS);
    await runBatch(run, batch, computed);
    queue.release(batch);
    running--;
    computed();
    if (queue.length > 0) scheduleNext();
  }

  return (input) =>
    new Promise<O>((done, failed) => {
      queue.add({ input, key: keyOf(input), done, failed });
      if (mayBegin()) scheduleNext();
    });
}
