import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMissedNews } from './missed-news.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('Nothing is missed before the first connection, but before each later one', () => {
  const missed = createMissedNews();
  vi.advanceTimersByTime(300);
  expect([missed(), missed(), missed()]).toEqual([false, true, true]);
});

it('A first connection that comes late has missed something', () => {
  const missed = createMissedNews();
  vi.advanceTimersByTime(5_000);
  expect(missed()).toBe(true);
});
