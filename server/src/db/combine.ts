/**
 * One commit for what many ask at once. The disk takes as long for one commit as for twenty, so a kind of write has one
 * batch under way at a time, and whoever comes meanwhile is in the next. Each caller is answered after the commit that
 * holds their write. A batch that was rolled back is done again one by one, so that nobody fails for another's sake.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isUnreachable } from './unreachable.ts';

const MOST_AT_ONCE = 64;

type Waiting<I, O> = { input: I; done: (output: O) => void; failed: (error: unknown) => void };

export type CombineOptions<I, O> = {
  /** Does all of them in one transaction and gives what came of each, in their order; fails as a whole. */
  run: (inputs: readonly I[]) => Promise<readonly O[]>;
  /** What only one of a batch may touch; the others wait for the next, in the order in which they came. */
  keyOf: (input: I) => string;
};

/** Runs in no caller's context: a batch is no single call's. */
const outside = AsyncLocalStorage.snapshot();

/** A function that does one, together with others that are asked for while a batch is under way. */
export function combine<I, O>({ run, keyOf }: CombineOptions<I, O>): (input: I) => Promise<O> {
  let waiting: Waiting<I, O>[] = [];
  let underway = false;

  function takeBatch(): Waiting<I, O>[] {
    const keys = new Set<string>();
    const batch: Waiting<I, O>[] = [];
    const later: Waiting<I, O>[] = [];
    for (const one of waiting) {
      const key = keyOf(one.input);
      const fits = batch.length < MOST_AT_ONCE && !keys.has(key);
      keys.add(key);
      (fits ? batch : later).push(one);
    }
    waiting = later;
    return batch;
  }

  async function runOne({ input, done, failed }: Waiting<I, O>): Promise<void> {
    try {
      const [output] = await run([input]);
      done(output as O);
    } catch (error) {
      failed(error);
    }
  }

  async function runBatch(batch: Waiting<I, O>[]): Promise<void> {
    const [first] = batch;
    if (batch.length === 1 && first) return runOne(first);
    try {
      const outputs = await run(batch.map(({ input }) => input));
      for (const [place, { done }] of batch.entries()) done(outputs[place] as O);
    } catch (error) {
      // Of a connection that broke nobody knows whether it committed: done again, it might be done twice.
      if (isUnreachable(error)) for (const { failed } of batch) failed(error);
      else for (const one of batch) await runOne(one);
    }
  }

  async function work(): Promise<void> {
    underway = true;
    while (waiting.length > 0) await runBatch(takeBatch());
    underway = false;
  }

  return (input) =>
    new Promise<O>((done, failed) => {
      waiting.push({ input, done, failed });
      // After those who come in the same turn.
      if (!underway) {
        underway = true;
        outside(() => queueMicrotask(() => void work()));
      }
    });
}
