import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from '../overlays/dialog.tsx';
import { Toaster } from '../toasts/toaster.tsx';
import { inlinePart } from './inline-part.tsx';
import { lazyPart } from './lazy-part.tsx';

type PartProps = { open: boolean; onClose: () => void; word: string };
const Real = ({ word, ...props }: PartProps) => <Dialog {...props} title={word} />;

beforeEach(() => toast.remove());

function draw(Part: ComponentType<PartProps>) {
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <h1>The page</h1>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Part open={open} onClose={() => setOpen(false)} word="Edit" />
        <Toaster />
      </>
    );
  }
  render(<Page />);
  return { user: userEvent.setup(), button: screen.getByRole('button', { name: 'Open' }) };
}

it('A lazy part is loaded once, when it is first opened', async () => {
  let loads = 0;
  const { user, button } = draw(
    lazyPart(() => {
      loads++;
      return Promise.resolve(Real);
    }),
  );
  expect(loads).toBe(0);
  await user.click(button);
  expect(await screen.findByRole('dialog', { name: 'Edit' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(button);
  expect(await screen.findByRole('dialog', { name: 'Edit' })).toBeTruthy();
  expect(loads).toBe(1);
});

it('A lazy part that fails to load says so, and is loaded again on the next click', async () => {
  let load = (): Promise<typeof Real> => Promise.reject(new TypeError('Failed to fetch'));
  const { user, button } = draw(lazyPart(() => load()));
  await user.click(button);
  expect(await screen.findByText('This could not be loaded. Check your connection and try again.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy();
  expect(document.activeElement).toBe(button);
  load = () => Promise.resolve(Real);
  await user.click(button);
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Edit' })).toBeTruthy());
});

it('A part that opens by itself shows no message when it fails to load', async () => {
  const load = vi.fn(() => Promise.reject<typeof Real>(new TypeError('Failed to fetch')));
  const closed = vi.fn();
  const Part = lazyPart(load, { opensByItself: true });
  render(
    <>
      <Part open onClose={closed} word="Edit" />
      <Toaster />
    </>,
  );
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(load).toHaveBeenCalled();
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

it('An inline part that fails to load shows an error in its place, and appears after Try again', async () => {
  let load = (): Promise<typeof Real> => Promise.reject(new TypeError('Failed to fetch'));
  const Part = inlinePart(() => load(), <p>Waiting</p>);
  render(<Part open onClose={() => undefined} word="Edit" />);
  expect(screen.getByText('Waiting')).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  load = () => Promise.resolve(Real);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('dialog', { name: 'Edit' })).toBeTruthy();
});

it('A part that is gone because the site was upgraded asks for a reload instead of another try', async () => {
  const gone = Object.assign(new Error('/assets/a.js could not be loaded'), { name: 'FileGoneError' });
  const load = () => Promise.reject<typeof Real>(gone);
  const { user, button } = draw(lazyPart(load));
  await user.click(button);
  expect(await screen.findByText(/Reload the page to go on/)).toBeTruthy();
  const Part = inlinePart(load, <p>Waiting</p>);
  render(<Part open onClose={() => undefined} word="Edit" />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getAllByText(/Reload the page to go on/)).toHaveLength(2);
});
