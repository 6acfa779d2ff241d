import { act, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, it, vi } from 'vitest';
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

afterEach(() => act(() => toast.removeAll()));

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
