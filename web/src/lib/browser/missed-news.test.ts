import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMissedNews } from './missed-news.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('The first connection has missed nothing, but every later one may have', () => {
  const missed = createMissedNews();
  vi.advanceTimersByTime(300);
  expect([missed(), missed(), missed()]).toEqual([false, true, true]);
});

it('A first connection that is established late may have missed something', () => {
  const missed = createMissedNews();
  vi.advanceTimersByTime(5_000);
  expect(missed()).toBe(true);
});
