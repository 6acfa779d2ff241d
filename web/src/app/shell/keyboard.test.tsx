import { act, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, it, vi } from 'vitest';
import { setShortcuts } from '#lib/forms/shortcuts.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { showUndoToast } from '#ui/toasts/undo-toast.tsx';
import { Keyboard } from './keyboard.tsx';

const page = () => (
  <>
    <Keyboard />
    <button type="button">Mute</button>
    <input aria-label="Note" />
    <Toaster />
  </>
);

afterEach(() => {
  act(() => toast.removeAll());
  localStorage.clear();
});

it('`u` takes back what a toast offers to undo, and leaves the focus in its place', async () => {
  const undone = vi.fn();
  const { user } = renderAt('/home', page);
  act(() => void showUndoToast({ message: 'Ada is muted.', onUndo: undone }));
  screen.getByLabelText('Note').focus();
  await user.keyboard('u');
  expect(undone).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'Mute' }).focus();
  await user.keyboard('u');
  expect(undone).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Mute' }));
});

it('`u` does not follow a toast that offers something else', async () => {
  const viewed = vi.fn();
  const { user } = renderAt('/home', page);
  act(() => void showUndoToast({ message: 'Scheduled for Monday.', undoLabel: 'View', onUndo: viewed }));
  await user.keyboard('u');
  expect(viewed).not.toHaveBeenCalled();
});

it('Shortcuts of single keys can be turned off, as they may be pressed by speech input, and on again', async () => {
  const { user } = renderAt('/home', page);
  await user.keyboard('?');
  await user.click(await screen.findByRole('switch', { name: 'Keyboard shortcuts' }));
  await user.keyboard('{Escape}');
  const undone = vi.fn();
  act(() => void showUndoToast({ message: 'Ada is muted.', onUndo: undone }));
  screen.getByRole('button', { name: 'Mute' }).focus();
  await user.keyboard('u?');
  expect(undone).not.toHaveBeenCalled();
  expect(screen.queryByRole('switch')).toBeNull();
  act(() => setShortcuts(true));
  await user.keyboard('u');
  expect(undone).toHaveBeenCalledOnce();
});
