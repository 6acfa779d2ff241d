import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ListFoot } from './list-foot.tsx';

type Status = 'loading' | 'ready' | 'failed';

type ListProps = { items: number[]; status: Status; byButton?: boolean; cursor?: string | null };

function List({ items, status, byButton = false, cursor = 'next' }: ListProps) {
  const pages = { items, status, cursor, message: 'Not loaded.', more: () => undefined };
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
  return async (list: ListProps) => {
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

it('After a retry, the focus does not move once the user has pressed an empty area', async () => {
  const show = await retry();
  await show({ items: [1], status: 'loading' });
  await userEvent.click(document.body);
  await show({ items: [1, 2], status: 'ready' });
  expect(document.activeElement).toBe(document.body);
});

it('After a retry, the focus does not move on another page', async () => {
  const show = await retry();
  await show({ items: [1], status: 'loading' });
  history.pushState(null, '', '/elsewhere');
  await show({ items: [1, 2], status: 'ready' });
  history.replaceState(null, '', '/');
  expect(document.activeElement).toBe(document.body);
});

it('The button for more rows passes the focus to Try again, or to the first row of the last page', async () => {
  const show = await retry();
  await show({ items: [1], status: 'loading', byButton: true });
  expect(await show({ items: [1, 2], status: 'ready', byButton: true })).toBe('Show more');
  await userEvent.keyboard('{Enter}');
  await show({ items: [1, 2], status: 'loading', byButton: true });
  expect(await show({ items: [1, 2], status: 'failed', byButton: true })).toBe('Try again');
  await userEvent.keyboard('{Enter}');
  expect(await show({ items: [1, 2], status: 'loading', byButton: true })).toBe('Show more');
  expect(await show({ items: [1, 2, 3, 4], status: 'ready', byButton: true, cursor: null })).toBe('Open 3');
});

it('An error that goes without having the focus does not move it', async () => {
  const { rerender } = render(<List items={[1]} status="failed" />);
  screen.getByRole('button', { name: 'Above' }).focus();
  rerender(<List items={[1]} status="loading" />);
  rerender(<List items={[1, 2]} status="ready" />);
  await Promise.resolve();
  expect(document.activeElement?.textContent).toBe('Above');
});
