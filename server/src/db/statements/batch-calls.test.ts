import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { batchCalls } from './batch-calls.ts';

type Batch = { inputs: readonly string[]; readyToCommit: () => void; finish: () => void; fail: (error: Error) => void };

/** Builds a batching function whose batches end when the test says so; `waitForBatches` waits for `count` of them. */
function build(keyOf: (input: string) => string = (input) => input) {
  const batches: Batch[] = [];
  const waiting: (() => void)[] = [];
  const call = batchCalls<string, string>({
    keyOf,
    run: (inputs, readyToCommit) =>
      new Promise((resolve, reject) => {
        const finish = () => resolve(inputs.map((input) => input.toUpperCase()));
        batches.push({ inputs, readyToCommit, finish, fail: reject });
        for (const wake of waiting.splice(0)) wake();
      }),
  });
  const waitForBatches = async (count: number): Promise<Batch[]> => {
    while (batches.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return batches;
  };
  return { call, waitForBatches };
}

describe('Concurrent calls in batches', () => {
  it('run together, in a new batch while others commit, and each gets its own result', async () => {
    const { call, waitForBatches } = build();
    const first = [call('a'), call('b')];
    const batches = await waitForBatches(1);
    const second = [call('c'), call('d')];
    batches[0]?.readyToCommit();
    await waitForBatches(2);
    batches[1]?.readyToCommit();
    const third = call('e');
    await waitForBatches(3);
    batches[2]?.readyToCommit();
    // Three batches are committing: the next caller waits for the first of them.
    const last = [call('f'), call('g')];
    await new Promise(setImmediate);
    expect(batches.map(({ inputs }) => inputs)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    batches[0]?.finish();
    expect(await Promise.all(first)).toEqual(['A', 'B']);
    expect((await waitForBatches(4))[3]?.inputs).toEqual(['f', 'g']);
    for (const { finish } of batches) finish();
    expect(await Promise.all([...second, third, ...last])).toEqual(['C', 'D', 'E', 'F', 'G']);
  });

  it('wait while a batch executes, but not for one that is itself waiting for a lock', async () => {
    const { call, waitForBatches } = build();
    const stuck = call('a');
    const batches = await waitForBatches(1);
    const other = call('b');
    await new Promise(setImmediate);
    expect(batches).toHaveLength(1);
    await waitForBatches(2);
    batches[1]?.finish();
    expect(await other).toBe('B');
    batches[0]?.finish();
    expect(await stuck).toBe('A');
  });

  it('are executed beside another batch if there are many, but by at most two batches concurrently', async () => {
    const { call, waitForBatches } = build();
    const many = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => call(`${letter}${index}`));
    const results = [call('a')];
    const batches = await waitForBatches(1);
    results.push(...many('b', 5));
    await new Promise(setImmediate);
    expect(batches).toHaveLength(1);
    results.push(call('b5'));
    // At once, and not only after the first batch has taken long.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(batches[1]?.inputs).toHaveLength(6);
    results.push(...many('c', 9));
    await new Promise(setImmediate);
    expect(batches).toHaveLength(2);
    batches[0]?.readyToCommit();
    await waitForBatches(3);
    expect(batches[2]?.inputs).toHaveLength(9);
    for (const { finish } of batches) finish();
    expect(await Promise.all(results)).toHaveLength(16);
  });

  it('run in order of arrival if they have the same key', async () => {
    const { call, waitForBatches } = build((input) => input.charAt(0));
    const results = [call('a1'), call('a2'), call('b1'), call('a3')];
    for (const [index, inputs] of [['a1', 'b1'], ['a2'], ['a3']].entries()) {
      const batches = await waitForBatches(index + 1);
      expect(batches[index]?.inputs).toEqual(inputs);
      expect(batches).toHaveLength(index + 1);
      batches[index]?.finish();
    }
    expect(await Promise.all(results)).toEqual(['A1', 'A2', 'B1', 'A3']);
  });

  it('do not fail because another call in their batch fails', async () => {
    const { call, waitForBatches } = build();
    const outcome = Promise.allSettled([call('good'), call('bad')]);
    (await waitForBatches(1))[0]?.fail(new Error('one of them'));
    (await waitForBatches(2))[1]?.finish();
    (await waitForBatches(3))[2]?.fail(new Error('this one'));
    expect(await outcome).toMatchObject([
      { status: 'fulfilled', value: 'GOOD' },
      { status: 'rejected', reason: { message: 'this one' } },
    ]);
  });

  it('are not run again if it is unknown whether they were committed', async () => {
    const { call, waitForBatches } = build();
    const outcome = Promise.allSettled([call('a'), call('b')]);
    (await waitForBatches(1))[0]?.fail(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
    expect(await outcome).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(await waitForBatches(1)).toHaveLength(1);
  });

  it('run outside the context of any single call', async () => {
    const calls = new AsyncLocalStorage<string>();
    const call = batchCalls<string, string | undefined>({
      keyOf: (input) => input,
      run: async (inputs) => inputs.map(() => calls.getStore()),
    });
    expect(await calls.run('a call', () => call('a'))).toBeUndefined();
  });
});
