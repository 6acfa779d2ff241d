import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ListFoot } from './list-foot.tsx';

const pages = { items: [1], cursor: '2', message: '', more: () => undefined };

it('The button for more rows keeps the focus while they are loading', () => {
  const { rerender } = render(<ListFoot byButton pages={{ ...pages, status: 'ready' }} shape="shape" />);
  const more = screen.getByRole('button', { name: 'Show more' });
  more.focus();
  rerender(<ListFoot byButton pages={{ ...pages, status: 'loading' }} shape="shape" />);
  expect(document.activeElement).toBe(more);
  expect(more.getAttribute('aria-busy')).toBe('true');
  rerender(<ListFoot byButton pages={{ ...pages, status: 'ready' }} shape="shape" />);
  expect(document.activeElement).toBe(more);
});
