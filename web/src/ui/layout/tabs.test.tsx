import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { Tabs } from './tabs.tsx';

const tabs = [
  { id: 'popular', label: 'Popular' },
  { id: 'top', label: 'Top Rated' },
  { id: 'mine', label: 'Mine', count: 120 },
] as const;

function Example() {
  const [value, setValue] = useState<(typeof tabs)[number]['id']>('popular');
  return (
    <Tabs label="Order" tabs={tabs} value={value} onChange={setValue}>
      content of {value}
    </Tabs>
  );
}

it('Arrow keys, Home and End choose tabs, and arrows wrap at the ends', async () => {
  const user = userEvent.setup();
  render(<Example />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Popular', selected: true }));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Top Rated', selected: true }));
  expect(screen.getByRole('tabpanel', { name: 'Top Rated' }).textContent).toBe('content of top');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Popular');
  await user.keyboard('{End}');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Mine 99+');
  await user.keyboard('{Home}');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Popular');
});

it('From right to left, the left arrow key chooses the next tab', async () => {
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  document.documentElement.dir = 'rtl';
  const user = userEvent.setup();
  render(<Example />);
  await user.tab();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Top Rated');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Mine 99+');
});

it('A tab list is a single Tab stop, followed by its panel', async () => {
  const user = userEvent.setup();
  render(<Example />);
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
});
