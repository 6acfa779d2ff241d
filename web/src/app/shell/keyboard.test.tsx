import { act, screen, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, it, vi } from 'vitest';
import { ShortcutSwitch } from '#features/settings/components/shortcut-switch.tsx';
import { isShortcut, setShortcuts } from '#lib/forms/shortcuts.ts';
import { useDocumentKeys } from '#lib/forms/use-document-keys.ts';
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

it('With several toasts, `u` takes back the newest, wherever it is, then the one before', async () => {
  const [older, newer] = [vi.fn(), vi.fn()];
  const { user } = renderAt('/home', page);
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now);
  act(() => void showUndoToast({ message: 'Ada is muted.', onUndo: older, position: 'top-center' }));
  vi.spyOn(Date, 'now').mockReturnValue(now + 1);
  act(() => void showUndoToast({ message: 'Bo is muted.', onUndo: newer }));
  const called = () => [older, newer].map(({ mock }) => mock.calls.length);
  await user.keyboard('u');
  expect(called()).toEqual([0, 1]);
  await user.keyboard('u');
  expect(called()).toEqual([1, 1]);
});

it('`u` does not follow a toast that offers something else', async () => {
  const viewed = vi.fn();
  const { user } = renderAt('/home', page);
  act(() => void showUndoToast({ message: 'Scheduled for Monday.', otherLabel: 'View', onUndo: viewed }));
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

it('One press of `u` does not also undo something else on the page', async () => {
  const [undone, alsoUndone] = [vi.fn(), vi.fn()];
  const PageKeys = () => {
    useDocumentKeys((event) => {
      if (isShortcut(event) && event.key === 'u') alsoUndone();
    });
    return null;
  };
  const { user } = renderAt('/jobs', () => (
    <>
      {page()}
      <PageKeys />
    </>
  ));
  act(() => void showUndoToast({ message: 'Ada is muted.', onUndo: undone }));
  await user.keyboard('u');
  expect([undone, alsoUndone].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

it('The switch of the shortcuts in the settings follows the one in the list of keys', async () => {
  const { user } = renderAt('/Settings', () => (
    <>
      <Keyboard />
      <ShortcutSwitch />
    </>
  ));
  const inSettings = screen.getByRole('switch', { name: 'Keyboard shortcuts' });
  await user.keyboard('?');
  const list = within(await screen.findByRole('dialog'));
  await user.click(list.getByRole('switch', { name: 'Keyboard shortcuts' }));
  await user.keyboard('{Escape}');
  expect(inSettings).toHaveProperty('checked', false);
});
