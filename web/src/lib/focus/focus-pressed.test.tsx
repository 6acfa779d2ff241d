import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
// jsdom says that it is made by Apple.
import './focus-pressed.ts';

it('A pressed control has a tabindex, without which Safari does not focus it', () => {
  render(
    <main tabIndex={-1}>
      <button type="button">
        <span>Like</span>
      </button>
      <a href="/home">Home</a>
      <label>
        <input type="checkbox" />
        <span>Agree</span>
      </label>
      <button type="button" tabIndex={-1}>
        Item
      </button>
    </main>,
  );
  for (const text of ['Like', 'Home', 'Agree', 'Item']) fireEvent.mouseDown(screen.getByText(text));
  const tabIndexOf = (role: string, name: string) => screen.getByRole(role, { name }).getAttribute('tabindex');
  expect(tabIndexOf('button', 'Like')).toBe('0');
  expect(tabIndexOf('link', 'Home')).toBe('0');
  expect(tabIndexOf('checkbox', 'Agree')).toBe('0');
  expect(tabIndexOf('button', 'Item')).toBe('-1');
});
