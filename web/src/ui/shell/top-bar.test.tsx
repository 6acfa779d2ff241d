import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Bell from 'lucide-react/icons/bell';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { TopBar } from './top-bar.tsx';

function setUp() {
  const sought: string[] = [];
  const items = [
    { label: 'Explore', to: '/home', icon: Bell },
    { label: 'Notifications', to: '/Notification', icon: Bell, count: 120 },
  ];
  const search = { recent: ['paper', 'ink'], onSearch: (keyword: string) => sought.push(keyword) };
  render(
    <MemoryRouter initialEntries={['/home']}>
      <TopBar home="/home" items={items} search={search} account={null} />
    </MemoryRouter>,
  );
  return { sought, user: userEvent.setup(), box: screen.getByRole('searchbox', { name: 'Find' }) };
}

it('says where one is and how much is unread', () => {
  setUp();
  expect(screen.getByRole('link', { name: 'Explore' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: /^Notifications 99\+ unread/ }).hasAttribute('aria-current')).toBe(false);
  expect(screen.getByRole('link', { name: 'Afterhours' }).getAttribute('href')).toBe('/home');
});

it('searches for a trimmed word, never for none', async () => {
  const { user, box, sought } = setUp();
  await user.type(box, '   {Enter}');
  expect(sought).toEqual([]);
  await user.type(box, ' letterpress {Enter}');
  expect(sought).toEqual(['letterpress']);
});

it('offers the recent words to the arrow keys', async () => {
  const { user, box, sought } = setUp();
  await user.click(box);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('ink');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(sought).toEqual(['paper']);
  expect(box).toHaveProperty('value', 'paper');
});
