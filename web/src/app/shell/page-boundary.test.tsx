import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PageBoundary } from './page-boundary.tsx';

function Broken(): never {
  throw new Error('Failed to fetch dynamically imported module');
}

it('A page that fails to load is replaced by an error with Try again until another page is opened', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { rerender } = render(
    <PageBoundary at="/find">
      <Broken />
    </PageBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  const main = screen.getByRole('main');
  expect(main.contains(screen.getByRole('heading', { level: 1 }))).toBe(true);
  rerender(<PageBoundary at="/home">The feed</PageBoundary>);
  expect(screen.getByText('The feed')).toBeTruthy();
});

it('A page whose part is gone because the site was upgraded is reloaded, unless the tab was just loaded', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const reload = vi.fn();
  vi.stubGlobal('location', { href: 'http://localhost/find', reload });
  const now = vi.spyOn(performance, 'now').mockReturnValue(5_000);
  function Gone(): never {
    throw Object.assign(new Error('/assets/find.js could not be loaded'), { name: 'FileGoneError' });
  }
  const open = () =>
    render(
      <PageBoundary at="/find">
        <Gone />
      </PageBoundary>,
    );
  const { unmount } = open();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  unmount();
  now.mockReturnValue(600_000);
  open();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
