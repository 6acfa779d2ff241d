import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { keepFocus, passFocusOn } from './keep-focus.ts';

function Seat() {
  const [taken, setTaken] = useState(true);
  return (
    <main id="main" tabIndex={-1}>
      <button type="button">Before</button>
      <div ref={keepFocus}>
        {taken && (
          <p>
            <button type="button" onClick={() => setTaken(false)}>
              Give up
            </button>
          </p>
        )}
        <button type="button" onClick={() => setTaken(true)}>
          Join
        </button>
      </div>
    </main>
  );
}

it('A button that its own action removes passes the focus to the control next to it', async () => {
  const user = userEvent.setup();
  render(<Seat />);
  await user.click(screen.getByRole('button', { name: 'Give up' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Join' }));
});

it('The focus stays where it is when something else is removed', async () => {
  const user = userEvent.setup();
  render(<Seat />);
  const giveUp = screen.getByRole('button', { name: 'Give up' });
  giveUp.focus();
  screen.getByRole('button', { name: 'Before' }).focus();
  giveUp.click();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Join' }));
});

function Draft() {
  const [offered, setOffered] = useState(true);
  return (
    <>
      <main id="main" tabIndex={-1} />
      <button type="button">Outside</button>
      <dialog open>
        {offered && (
          <p ref={passFocusOn}>
            <button type="button" onClick={() => setOffered(false)}>
              Keep this one
            </button>
          </p>
        )}
        <input type="file" hidden aria-label="Pictures" />
        <input aria-label="Text" />
      </dialog>
    </>
  );
}

it('In a dialog, a removed element passes the focus to what remains in the dialog and is shown', async () => {
  const user = userEvent.setup();
  render(<Draft />);
  await user.click(screen.getByRole('button', { name: 'Keep this one' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Text'));
});
