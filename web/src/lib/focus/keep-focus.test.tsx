import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { keepFocus } from './keep-focus.ts';

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
