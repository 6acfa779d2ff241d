import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ListFoot } from './list-foot.tsx';

type Status = 'loading' | 'ready' | 'failed';

function List({ items, status, byButton = false }: { items: number[]; status: Status; byButton?: boolean }) {
  const pages = { items, status, cursor: 'next', message: 'Not loaded.', more: () => undefined };
  return (
    <main id="main" tabIndex={-1}>
      <button type="button">Above</button>
      {items.map((item) => (
        <p key={item}>
          <button type="button">Open {item}</button>
          <button type="button">Delete {item}</button>
        </p>
      ))}
      <ListFoot pages={pages} byButton={byButton} />
      <button type="button">Below</button>
    </main>
  );
}

/** Presses Try again with the keyboard. Returns a function that renders the list again. */
async function retry() {
  const { rerender } = render(<List items={[1]} status="failed" />);
  screen.getByRole('button', { name: 'Try again' }).focus();
  await userEvent.keyboard('{Enter}');
  return async (list: Parameters<typeof List>[0]) => {
    rerender(<List {...list} />);
    // Observers of changes are called after the task.
    await Promise.resolve();
    return document.activeElement?.textContent;
  };
}

it('After a retry, the first control of the first new row gets the focus', async () => {
  const show = await retry();
  await show({ items: [1], status: 'loading' });
  expect(await show({ items: [1, 2, 3], status: 'ready' })).toBe('Open 2');
});

it('After a retry that fails, the next Try again gets the focus', async () => {
  const show = await retry();
  await show({ items: [1], status: 'loading' });
  expect(await show({ items: [1], status: 'failed' })).toBe('Try again');
});

it('After a retry, the focus stays on the button for more rows, or where it has moved meanwhile', async () => {
  const show = await retry();
  expect(await show({ items: [1], status: 'loading', byButton: true })).toBe('Show more');
  screen.getByRole('button', { name: 'Above' }).focus();
  expect(await show({ items: [1, 2], status: 'ready' })).toBe('Above');
});

it('An error that goes without a retry does not move the focus', async () => {
  const { rerender } = render(<List items={[1]} status="failed" />);
  screen.getByRole('button', { name: 'Try again' }).focus();
  rerender(<List items={[1]} status="loading" />);
  rerender(<List items={[1, 2]} status="ready" />);
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
