/**
 * One commit for what many ask at once. The disk takes as long for one commit as for twenty, so of a kind of write one
 * batch computes at a time, two when many wait, while others before it are being committed, and whoever comes meanwhile is
 * in the next. Each caller is answered after the commit that holds their write. A batch that was rolled back is done again
 * one by one, so that nobody fails for another's sake.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isUnreachable } from '../connection/unreachable.ts';

/** Batches under way: while some wait for the disk others compute. */
const MOST_UNDER_WAY = 3;
const MOST_COMPUTING = 2;
/** So many that wait are worth a batch beside one that computes. Two of few would cost more than one of both. */
const ENOUGH_FOR_ANOTHER = 6;
/** A batch that takes longer does not compute, it waits for a lock of somebody else: others may be done meanwhile. */
const PATIENCE_MS = 25;
const MOST_AT_ONCE = 64;

type Waiting<I, O> = { input: I; key: string; done: (output: O) => void; failed: (error: unknown) => void };

export type CombineOptions<I, O> = {
  /**
   * Does all of them in one transaction and gives what came of each, in their order; fails as a whole. It may call
   * `computed` when nothing is left but the commit, and what goes along with it.
   */
  run: (inputs: readonly I[], computed: () => void) => Promise<readonly O[]>;
  /** What only one may touch at a time; the others wait for a later batch, in the order in which they came. */
  keyOf: (input: I) => string;
};

/** Runs in no caller's context: a batch is no single call's. */
const outside = AsyncLocalStorage.snapshot();

/** A function that does one, together with others that are asked for while batches are under way. */
export function combine<I, O>({ run, keyOf }: CombineOptions<I, O>): (input: I) => Promise<O> {
  let waiting: Waiting<I, O>[] = [];
  let underWay = 0;
  let computing = 0;
  let isCalled = false;
  const touched = new Set<string>();

  const mayBegin = (): boolean =>
    underWay < MOST_UNDER_WAY &&
    (computing === 0 || (computing < MOST_COMPUTING && waiting.length >= ENOUGH_FOR_ANOTHER));

  /** Who waits and may go now: nobody overtakes whoever came first with the same key. */
  function takeBatch(): Waiting<I, O>[] {
    const batch: Waiting<I, O>[] = [];
    const later: Waiting<I, O>[] = [];
    const passed = new Set<string>();
    for (const one of waiting) {
      const fits = batch.length < MOST_AT_ONCE && !touched.has(one.key) && !passed.has(one.key);
      passed.add(one.key);
      (fits ? batch : later).push(one);
    }
    waiting = later;
    for (const { key } of batch) touched.add(key);
    return batch;
  }

  async function runOne({ input, done, failed }: Waiting<I, O>, computed: () => void): Promise<void> {
    try {
      const [output] = await run([input], computed);
      done(output as O);
    } catch (error) {
      failed(error);
    }
  }

  async function runBatch(batch: Waiting<I, O>[], computed: () => void): Promise<void> {
    const [first] = batch;
    if (batch.length === 1 && first) return runOne(first, computed);
    try {
      const outputs = await run(
        batch.map(({ input }) => input),
        computed,
      );
      for (const [place, { done }] of batch.entries()) done(outputs[place] as O);
    } catch (error) {
      // Of a connection that broke nobody knows whether it committed: done again, it might be done twice.
      if (isUnreachable(error)) for (const { failed } of batch) failed(error);
      else for (const one of batch) await runOne(one, computed);
    }
  }

  /** The next batch, after those who come in the same turn. */
  function callNext(): void {
    if (isCalled) return;
    isCalled = true;
    outside(() =>
      setImmediate(() => {
        isCalled = false;
        void work();
      }),
    );
  }

  async function work(): Promise<void> {
    if (!mayBegin()) return;
    const batch = takeBatch();
    if (batch.length === 0) return;
    underWay++;
    computing++;
    let mine = true;
    const computed = (): void => {
      clearTimeout(patience);
      if (!mine) return;
      mine = false;
      computing--;
      if (waiting.length > 0) callNext();
    };
    const patience = setTimeout(computed, PATIENCE_MS);
    await runBatch(batch, computed);
    for (const { key } of batch) touched.delete(key);
    underWay--;
    computed();
    if (waiting.length > 0) callNext();
  }

  return (input) =>
    new Promise<O>((done, failed) => {
      waiting.push({ input, key: keyOf(input), done, failed });
      if (mayBegin()) callNext();
    });
}
