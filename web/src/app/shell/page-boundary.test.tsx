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
