import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSharedResults } from './shared-results.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const build = () => createSharedResults<string>({ ms: 1_000, late: 0, kept: 2 });
const answers = (value: string) => vi.fn(async (_known: string | null) => value);

describe('what a search found', () => {
  it('is read once for all who ask within its time, also while it is being read', async () => {
    const lists = build();
    const read = answers('one');
    expect(await Promise.all([lists.find('a', read), lists.find('a', read)])).toEqual(['one', 'one']);
    vi.advanceTimersByTime(999);
    expect(await lists.find('a', read)).toBe('one');
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is read again after that, by who hears what there was', async () => {
    const lists = build();
    await lists.find('a', answers('one'));
    vi.advanceTimersByTime(1_000);
    const again = answers('two');
    expect(await lists.find('a', again)).toBe('two');
    expect(again).toHaveBeenCalledWith('one');
  });

  it('is nothing after a failure, after a clearing, and for the longest unread of too many', async () => {
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

  it('is given while it is read again, for as long as it may be late, and then no longer', async () => {
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

  it('is forgotten also while it is read again, and when that fails: whoever asks next hears why', async () => {
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
