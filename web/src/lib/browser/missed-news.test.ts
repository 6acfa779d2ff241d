import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMissedNews } from './missed-news.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('nothing is missed before the first connection, but before each one that follows', () => {
  const missed = createMissedNews();
  vi.advanceTimersByTime(300);
  expect([missed(), missed(), missed()]).toEqual([false, true, true]);
});

it('a first connection that comes late has missed something', () => {
  const missed = createMissedNews();
  vi.advanceTimersByTime(5_000);
  expect(missed()).toBe(true);
});
