import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

function Example({ mayClose }: { mayClose?: () => boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <a href="/p/1">Before</a>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        onBeforeClose={mayClose}
        title="New post"
        description="Say it."
      >
        <input aria-label="Text" />
      </Dialog>
    </>
  );
}

async function openDialog(mayClose?: () => boolean) {
  const user = userEvent.setup();
  render(<Example mayClose={mayClose} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return user;
}

describe('A dialog', () => {
  it('has a name and a description, and focuses its first field', async () => {
    await openDialog();
    const dialog = screen.getByRole('dialog', { name: 'New post', description: 'Say it.' });
    expect(dialog).toHaveProperty('open', true);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' }));
  });

  it('closes on Escape, is removed, and returns the focus', async () => {
    const user = await openDialog();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
  });

  it('returns the focus although React gives it back to the field, which Safari allows', async () => {
    const user = await openDialog();
    const field = screen.getByRole('textbox');
    const opener = screen.getByRole('button', { name: 'Open' });
    // React focuses the field again. While the dialog disappears, Safari allows that, because it is still displayed.
    const shown = document.head.appendChild(document.createElement('style'));
    shown.textContent = 'dialog { display: block !important; }';
    const restored = vi.fn();
    field.addEventListener('focus', restored);
    await user.keyboard('{Escape}');
    shown.remove();
    expect(restored).toHaveBeenCalled();
    expect(document.activeElement).toBe(opener);
  });

  it('marks the root of the page while it is open, so that the page does not scroll', async () => {
    const user = await openDialog();
    expect(document.documentElement.hasAttribute('data-modal')).toBe(true);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.documentElement.hasAttribute('data-modal')).toBe(false));
  });

  it("that was opened by a key leaves the focus on the page's content", () => {
    const draw = (open: boolean) => (
      <>
        <main id="main" tabIndex={-1} />
        <Dialog open={open} onClose={() => undefined} title="New post" />
      </>
    );
    const { rerender } = render(draw(true));
    rerender(draw(false));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('closes with its button and on a click outside, but not on one inside', async () => {
    const user = await openDialog();
    await user.click(screen.getByRole('textbox'));
    expect(screen.getByRole('dialog')).toBeTruthy();
    await user.click(screen.getByRole('dialog'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays open when unsaved input would be lost', async () => {
    const questions: string[] = [];
    const user = await openDialog(() => {
      questions.push('asked');
      return false;
    });
    await user.keyboard('{Escape}{Escape}');
    expect(questions).toHaveLength(2);
    expect(screen.getByRole('dialog')).toHaveProperty('open', true);
  });
});

function Nested() {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setAsking(true)} title="New post">
        <input aria-label="Text" />
      </Dialog>
      <ConfirmDialog open={asking} title="Discard?" confirmLabel="Discard" onConfirm={leave} onCancel={leave} />
    </>
  );
}

it('Two dialogs that close together return the focus to the element that opened the first', async () => {
  const user = userEvent.setup();
  render(<Nested />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});

it("A dialog whose opener was removed by the action in it leaves the focus near the opener's place", async () => {
  const user = userEvent.setup();
  const draw = (open: boolean, opener: boolean) => (
    <main id="main" tabIndex={-1}>
      <a href="/p/1">Another</a>
      <p>
        <a href="/p/2">Baker</a>
        {opener && <button type="button">Withdraw</button>}
      </p>
      <ConfirmDialog open={open} title="Sure?" confirmLabel="Yes" onConfirm={() => {}} onCancel={() => {}} />
    </main>
  );
  const { rerender } = render(draw(false, true));
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  rerender(draw(true, true));
  rerender(draw(true, false));
  rerender(draw(false, false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Baker' })));
});

describe('A confirmation', () => {
  it('focuses Cancel first, and Escape cancels', async () => {
    const answers: string[] = [];
    const user = userEvent.setup();
    render(
      <ConfirmDialog
        open
        title="Delete this post?"
        confirmLabel="Delete"
        onConfirm={() => answers.push('delete')}
        onCancel={() => answers.push('cancel')}
      >
        Its comments go with it.
      </ConfirmDialog>,
    );
    screen.getByRole('alertdialog', { name: 'Delete this post?', description: 'Its comments go with it.' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(answers).toEqual(['cancel', 'delete']);
  });
});
