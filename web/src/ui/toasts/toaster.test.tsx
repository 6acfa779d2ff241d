import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announceOnly, showSuccess } from '#lib/notify.ts';
import { Toaster } from './toaster.tsx';
import { showUndoToast } from './undo-toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  act(() => toast.removeAll());
  vi.useRealTimers();
});

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}
const shown = (text: string) => screen.queryByText(text) !== null;

/**
 * Shows a toast and returns after how many seconds it disappeared; 0 if it never appeared, 60 if it never disappeared.
 */
function secondsOf(show: () => void, text: string): number {
  act(show);
  if (!shown(text)) return 0;
  for (let half = 1; half <= 120; half += 1) {
    pass(500);
    if (!shown(text)) return Math.floor((half - 1) / 2);
  }
  return 60;
}

describe('Toasts', () => {
  it('stay 4 s for errors and neutral messages, 2 s for successes, 6 s with Undo', () => {
    expect(secondsOf(() => void toast.error('Failed'), 'Failed')).toBe(4);
    expect(secondsOf(() => void toast.success('Done'), 'Done')).toBe(2);
    expect(secondsOf(() => void toast('By the way'), 'By the way')).toBe(4);
    expect(secondsOf(() => void showUndoToast({ message: 'Post deleted.', onUndo: vi.fn() }), 'Post deleted.')).toBe(6);
  });

  it('stay indefinitely while something is loading', () => {
    expect(secondsOf(() => void toast.loading('Sending'), 'Sending')).toBe(60);
  });

  it('are limited to 20', () => {
    act(() => {
      for (let count = 1; count <= 25; count += 1) toast(`Word ${count}`);
    });
    expect(screen.getAllByText(/^Word/)).toHaveLength(20);
  });

  it('are announced by regions that exist beforehand: errors assertively, others politely', () => {
    const alerts = screen.getAllByRole('alert');
    act(() => void toast.error('Failed', { position: 'bottom-left' }));
    act(() => void toast('By the way', { position: 'top-center' }));
    expect(alerts).toContain(screen.getByText('Failed').closest('[role]'));
    expect(screen.getByText('By the way').closest('[role]')?.getAttribute('role')).toBe('status');
  });

  it('stay while the pointer is on them', () => {
    act(() => void toast.success('Read me'));
    fireEvent.mouseEnter(screen.getByRole('region', { name: 'Messages from the site' }));
    pass(10_000);
    expect(shown('Read me')).toBe(true);
    fireEvent.mouseLeave(screen.getByRole('region', { name: 'Messages from the site' }));
    pass(2100);
    pass(500);
    expect(shown('Read me')).toBe(false);
  });

  it('disappear when dismissed, and after Undo', () => {
    const undone = vi.fn();
    act(() => void showUndoToast({ message: 'Post deleted.', onUndo: undone }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undone).toHaveBeenCalledOnce();
    pass(500);
    expect(shown('Post deleted.')).toBe(false);
  });

  it('pass the focus on to the page when they disappear with it', async () => {
    const main = document.body.appendChild(Object.assign(document.createElement('main'), { id: 'main', tabIndex: -1 }));
    act(() => void toast('By the way'));
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    dismiss.focus();
    fireEvent.click(dismiss);
    pass(500);
    expect(shown('By the way')).toBe(false);
    await Promise.resolve();
    expect(document.activeElement).toBe(main);
    main.remove();
  });

  it('about a change that the page shows are announced politely and not displayed', () => {
    act(() => announceOnly('Chat pinned.'));
    const announcement = screen.getByText('Chat pinned.');
    expect(announcement.parentElement?.getAttribute('role')).toBe('status');
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });

  it('are displayed even if the same text has just been announced to screen readers only', () => {
    act(() => announceOnly('Chat pinned.'));
    act(() => showSuccess('Chat pinned.'));
    expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy();
  });

  it('add no styles of their own', () => {
    const before = document.querySelectorAll('style').length;
    act(() => void toast.error('Failed'));
    expect(document.querySelectorAll('style')).toHaveLength(before);
  });
});
