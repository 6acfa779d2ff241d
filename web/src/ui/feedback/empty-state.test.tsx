import { render, screen } from '@testing-library/react';
import Bell from 'lucide-react/icons/bell';
import { expect, it } from 'vitest';
import { EmptyState } from './empty-state.tsx';

it('An empty state with an icon has the lamp, hidden from screen readers', () => {
  const { container, rerender } = render(<EmptyState icon={Bell} title="Nothing yet" />);
  expect(container.querySelector('[aria-hidden="true"] svg')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<EmptyState title="No messages" />);
  expect(container.querySelector('svg')).toBeNull();
});

it('An empty state that fills a page has a heading', () => {
  render(<EmptyState heading title="Page Not Found" />);
  expect(screen.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeTruthy();
});
