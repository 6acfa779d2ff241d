import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { TextField } from '../fields/text-field.tsx';
import { FormDialog } from './form-dialog.tsx';

function Page() {
  const [open, setOpen] = useState(true);
  const [text, setText] = useState('');
  return (
    <FormDialog open={open} onClose={() => setOpen(false)} title="Edit" form="form" dirty={text !== ''} pending={false}>
      <form id="form">
        <TextField label="Bio" value={text} onChange={(event) => setText(event.target.value)} />
      </form>
    </FormDialog>
  );
}

/** Renders a page with an open dialog, reached from another page, so that Back can be tested. */
async function openDialog() {
  const user = userEvent.setup();
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<Link to="/edit">Edit my profile</Link>} />
        <Route path="/edit" element={<Page />} />
      </Routes>
    </BrowserRouter>,
  );
  await user.click(screen.getByRole('link'));
  const field = screen.getByLabelText<HTMLInputElement>('Bio');
  const left = () => screen.findByRole('link', { name: 'Edit my profile' });
  return { user, field, left };
}

beforeEach(() => history.replaceState(null, '', '/'));

it('Back closes a form dialog without changes, and leaves the page only when it is pressed again', async () => {
  const { left } = await openDialog();
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe('/edit');
  history.back();
  expect(await left()).toBeTruthy();
});

it('A form dialog with changes stays open on Back until they are discarded', async () => {
  const { user, field } = await openDialog();
  await user.type(field, 'Clay and fire');
  history.back();
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(location.pathname).toBe('/edit');
  expect(field.value).toBe('Clay and fire');
  history.back();
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe('/edit');
});

it('Back answers the question of a form dialog with changes by keeping them', async () => {
  const { user, field } = await openDialog();
  await user.type(field, 'Clay');
  await user.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Keep editing' });
  history.back();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull());
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(location.pathname).toBe('/edit');
  await user.click(field);
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Discard' })).toBeTruthy();
});
