import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Feather from 'lucide-react/icons/feather';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { keepFocus, passFocusOn } from '#lib/focus/keep-focus.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { ListFoot } from './list-foot.tsx';
import { PersonSkeleton } from './skeleton.tsx';

type Status = 'loading' | 'ready' | 'failed';

type ListProps = {
  items: number[];
  status: Status;
  byButton?: boolean;
  cursor?: string | null;
  none?: ReactNode;
  above?: ReactNode;
  below?: ReactNode;
};

function List({ items, status, byButton = false, cursor = 'next', none, above, below }: ListProps) {
  const pages = { items, status, cursor, message: 'Not loaded.', more: () => undefined };
  return (
    <main id="main" tabIndex={-1}>
      <p>Introduction</p>
      {above}
      <button type="button">Above</button>
      {items.map((item) => (
        <p key={item}>
          <button type="button">Open {item}</button>
          <button type="button">Delete {item}</button>
        </p>
      ))}
      <ListFoot pages={pages} byButton={byButton} shape={<PersonSkeleton />} none={none} />
      {below}
      <button type="button">Below</button>
    </main>
  );
}

/** Presses Try again with the keyboard. Returns a function that renders the list again. */
async function retry(failed: ListProps = { items: [1], status: 'failed' }) {
  const { rerender } = render(<List {...failed} />);
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

it.each([
  ['keepFocus', keepFocus],
  ['passFocusOn', passFocusOn],
])(
  'After retries that fail, Try again gets the focus back from the control nearby that %s moves it to',
  async (_, ref) => {
    const Error = ({ failed }: { failed: boolean }) => (
      <main id="main" tabIndex={-1}>
        <div>
          <div ref={ref === keepFocus ? ref : undefined}>
            {failed && (
              <div ref={ref === passFocusOn ? ref : undefined}>
                <ErrorState message="Not loaded." onRetry={() => undefined} />
              </div>
            )}
          </div>
          <input aria-label="Near" />
        </div>
      </main>
    );
    const { rerender } = render(<Error failed />);
    screen.getByRole('button', { name: 'Try again' }).focus();
    const fail = async (meanwhile?: () => Promise<unknown>) => {
      await userEvent.keyboard('{Enter}');
      rerender(<Error failed={false} />);
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
      await meanwhile?.();
      rerender(<Error failed />);
      await Promise.resolve();
    };
    for (const _time of ['first', 'second']) {
      await fail();
      expect(document.activeElement?.textContent).toBe('Try again');
    }
    await fail(() => userEvent.keyboard('typed'));
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  },
);

it.each([
  ['text', <p key="none">Nothing yet</p>],
  ['state', <EmptyState key="none" icon={Feather} title="Nothing yet" />],
])('After a retry that finds no rows, the %s that says so gets the focus', async (_kind, none) => {
  const show = await retry();
  await show({ items: [], status: 'loading', none });
  expect(document.activeElement).toBe(document.body);
  expect(await show({ items: [], status: 'ready', cursor: null, none })).toBe('Nothing yet');
});

it('After a retry that finds no rows, the action that is offered gets the focus', async () => {
  const none = <EmptyState title="Nothing yet" action={<button type="button">Write</button>} />;
  const show = await retry();
  await show({ items: [], status: 'loading', none });
  expect(await show({ items: [], status: 'ready', cursor: null, none })).toBe('Write');
});

it('After a retry, a control that arrives above the list does not get the focus', async () => {
  const show = await retry({ items: [], status: 'failed' });
  const above = <button type="button">Undo</button>;
  await show({ items: [], status: 'loading', above });
  expect(document.activeElement).toBe(document.body);
  expect(await show({ items: [1], status: 'ready', above })).toBe('Open 1');
});

it('After a retry, a text that appears while rows are loading does not get the focus', async () => {
  const show = await retry({ items: [], status: 'failed' });
  const below = <p>Choose a row to see more.</p>;
  await show({ items: [], status: 'loading', below });
  expect(document.activeElement).toBe(document.body);
  expect(await show({ items: [1], status: 'ready', below })).toBe('Open 1');
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

it('The button for more rows passes the focus to Try again, or to the first new row', async () => {
  const show = await retry();
  await show({ items: [1], status: 'loading', byButton: true });
  expect(await show({ items: [1, 2], status: 'ready', byButton: true })).toBe('Open 2');
  screen.getByRole('button', { name: 'Show more' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(await show({ items: [1, 2], status: 'loading', byButton: true })).toMatch('Show more');
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
