import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Time } from './time.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date(2026, 2, 12, 18, 7));
});
afterEach(() => {
  vi.useRealTimers();
});

it('A time shows its age, the exact moment in a tooltip, and stays up to date', () => {
  const moment = new Date(2026, 2, 12, 18, 2);
  render(<Time value={moment} />);
  const time = screen.getByRole('time');
  expect(screen.getByText('5 min').getAttribute('aria-hidden')).toBe('true');
  expect(screen.getByText('Thursday, 12 March 2026 at 18:02')).toBeTruthy();
  expect(time.getAttribute('datetime')).toBe(moment.toISOString());
  expect(time.title).toBe('Thursday, 12 March 2026 at 18:02');
  act(() => {
    vi.advanceTimersByTime(60_000);
  });
  expect(screen.getByText('6 min')).toBeTruthy();
});

it('A value that is not a date is shown as nothing', () => {
  const { container } = render(<Time value="soon" />);
  expect(container.textContent).toBe('');
});
