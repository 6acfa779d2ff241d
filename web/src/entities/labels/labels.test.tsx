import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ContentWarning } from './content-warning.tsx';
import { LabelBadge } from './label-badge.tsx';

it('A sensitive text is covered until the viewer shows it, and then takes the focus', async () => {
  render(<ContentWarning label="sensitive">Blood</ContentWarning>);
  expect(screen.queryByText('Blood')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(document.activeElement).toBe(screen.getByText('Blood'));
});

it('A text with another label, or none, is visible', () => {
  render(<ContentWarning label="advertising">Lamps</ContentWarning>);
  render(<ContentWarning label={null}>Chairs</ContentWarning>);
  expect([screen.getByText('Lamps'), screen.getByText('Chairs')]).toHaveLength(2);
});

it('A label explains itself on click; a label unknown to this page is not shown', async () => {
  const { rerender } = render(<LabelBadge label="misleading" />);
  await userEvent.click(screen.getByRole('button', { name: 'Misleading' }));
  expect(screen.getByRole('dialog', { name: 'About this label' }).textContent).toContain('other sources');
  rerender(<LabelBadge label={'new' as 'misleading'} />);
  expect(screen.queryByRole('button')).toBeNull();
});
