import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorState } from './error-state.tsx';

it('An error state retries with the latest callback when the browser is back online', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const { rerender, unmount } = render(<ErrorState message="Not loaded." onRetry={first} />);
  rerender(<ErrorState message="Not loaded." onRetry={second} />);
  fireEvent.online(window);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  unmount();
  fireEvent.online(window);
  expect(second).toHaveBeenCalledTimes(1);
});

it('An error state of a request that fails just after the browser is back online retries once more', async () => {
  vi.useFakeTimers();
  try {
    const retry = vi.fn();
    // Long ago, by the clock of this test.
    fireEvent.online(window);
    vi.advanceTimersByTime(10_000);
    const { unmount } = render(<ErrorState message="Not loaded." onRetry={retry} />);
    vi.advanceTimersByTime(5_000);
    expect(retry).not.toHaveBeenCalled();
    unmount();
    fireEvent.online(window);
    render(<ErrorState message="Not loaded." onRetry={retry} />);
    vi.advanceTimersByTime(5_000);
    expect(retry).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

it('An error state that fills a page has a heading', () => {
  render(<ErrorState heading message="Not loaded." />);
  expect(screen.getByRole('heading', { level: 1, name: 'Not loaded.' })).toBeTruthy();
});
