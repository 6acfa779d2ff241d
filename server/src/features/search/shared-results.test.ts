import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSharedResults } from './shared-results.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const build = () => createSharedResults<string>({ ms: 1_000, late: 0, kept: 2 });
const answers = (value: string) => vi.fn(async (_known: string | null) => value);

describe('Shared results', () => {
  it('are loaded once for all callers within their lifetime, also while a load is pending', async () => {
    const lists = build();
    const read = answers('one');
    expect(await Promise.all([lists.find('a', read), lists.find('a', read)])).toEqual(['one', 'one']);
    vi.advanceTimersByTime(999);
    expect(await lists.find('a', read)).toBe('one');
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('are loaded again after that, with the earlier value as an argument', async () => {
    const lists = build();
    await lists.find('a', answers('one'));
    vi.advanceTimersByTime(1_000);
    const again = answers('two');
    expect(await lists.find('a', again)).toBe('two');
    expect(again).toHaveBeenCalledWith('one');
  });

  it('are gone after a failure, after a clear, and for the least recently used beyond the maximum', async () => {
    const lists = build();
    await expect(lists.find('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const read = answers('one');
    expect(await lists.find('a', read)).toBe('one');
    expect(read).toHaveBeenCalledWith(null);
    lists.clear();
    await lists.find('a', read);
    await lists.find('b', read);
    await lists.find('c', read);
    expect(read).toHaveBeenCalledTimes(4);
    await lists.find('a', read);
    expect(read).toHaveBeenCalledTimes(5);
  });

  it('are served while they are loaded again, up to the maximum delay, and then no longer', async () => {
    const lists = createSharedResults<string>({ ms: 1_000, late: 500, kept: 2 });
    await lists.find('a', answers('one'));
    vi.advanceTimersByTime(1_200);
    const reading = Promise.withResolvers<string>();
    const again = vi.fn(() => reading.promise);
    expect([await lists.find('a', again), await lists.find('a', again)]).toEqual(['one', 'one']);
    expect(again).toHaveBeenCalledTimes(1);
    reading.resolve('two');
    await vi.advanceTimersByTimeAsync(0);
    expect(await lists.find('a', again)).toBe('two');
    vi.advanceTimersByTime(1_500);
    expect(await lists.find('a', answers('three'))).toBe('three');
  });

  it('are dropped also during a reload, and when that fails the next caller receives the error', async () => {
    const lists = createSharedResults<string>({ ms: 1_000, late: 500, kept: 2 });
    await lists.find('a', answers('one'));
    vi.advanceTimersByTime(1_000);
    const fails = () => Promise.reject(new Error('away'));
    expect(await lists.find('a', fails)).toBe('one');
    await vi.advanceTimersByTimeAsync(0);
    await expect(lists.find('a', fails)).rejects.toThrow('away');
    await lists.find('a', answers('one'));
    vi.advanceTimersByTime(1_000);
    const reading = Promise.withResolvers<string>();
    expect(await lists.find('a', () => reading.promise)).toBe('one');
    lists.clear();
    reading.resolve('of before');
    await vi.advanceTimersByTimeAsync(0);
    expect(await lists.find('a', answers('new'))).toBe('new');
  });
});
