import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Bell from 'lucide-react/icons/bell';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { SearchBox } from './search-box.tsx';
import { TopBar } from './top-bar.tsx';

function setUp() {
  const searches: string[] = [];
  const items = [
    { label: 'Explore', to: '/home', icon: Bell },
    { label: 'Notifications', to: '/Notification', icon: Bell, count: 120 },
  ];
  const search = { recent: ['paper', 'ink'], onSearch: (keyword: string) => searches.push(keyword) };
  render(
    <MemoryRouter initialEntries={['/home']}>
      <TopBar home="/home" items={items} search={search} account={null} />
    </MemoryRouter>,
  );
  return { searches, user: userEvent.setup(), box: screen.getByRole('combobox', { name: 'Find' }) };
}

const activeOption = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;

it('The top bar shows which page is current and how much is unread', () => {
  setUp();
  expect(screen.getByRole('link', { name: 'Explore' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: /^Notifications 99\+ unread/ }).hasAttribute('aria-current')).toBe(false);
  expect(screen.getByRole('link', { name: 'Afterhours' }).getAttribute('href')).toBe('/home');
});

it('The top bar searches for the trimmed text, and never for an empty one', async () => {
  const { user, box, searches } = setUp();
  await user.type(box, '   {Enter}');
  expect(searches).toEqual([]);
  await user.type(box, ' letterpress {Enter}');
  expect(searches).toEqual(['letterpress']);
});

it('The top bar offers the recent searches to the arrow keys', async () => {
  const { user, box, searches } = setUp();
  await user.click(box);
  expect(screen.getByRole('listbox', { name: 'Recent' })).toBeTruthy();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(activeOption(box)).toBe('ink');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('ink');
  expect(document.activeElement).toBe(box);
  await user.keyboard('{ArrowUp}{Enter}');
  expect(searches).toEqual(['paper']);
  expect(box).toHaveProperty('value', 'paper');
});

it('The search list closes on Escape, a second Escape empties the box, and an arrow key reopens the list', async () => {
  const { user, box, searches } = setUp();
  await user.type(box, 'pa');
  expect(box.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{ArrowUp}');
  expect(activeOption(box)).toBe('ink');
  await user.keyboard('{ArrowDown}');
  expect(box.getAttribute('aria-activedescendant')).toBeNull();
  await user.keyboard('{Escape}');
  expect([box.getAttribute('aria-expanded'), screen.queryByRole('listbox')]).toEqual(['false', null]);
  expect(box).toHaveProperty('value', 'pa');
  await user.keyboard('{Escape}');
  expect(box).toHaveProperty('value', '');
  await user.keyboard('{ArrowDown}');
  expect(activeOption(box)).toBe('paper');
  await user.tab();
  await user.tab();
  await user.tab();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(searches).toEqual([]);
});

function Forgetful() {
  const [recent, setRecent] = useState(['paper', 'ink', 'glue']);
  const onForget = (term: string) => setRecent(recent.filter((each) => each !== term));
  return <SearchBox onSearch={() => undefined} {...{ recent, onForget }} onClear={() => setRecent([])} />;
}

it('The search box removes one recent term, or all, and keeps the focus', async () => {
  const user = userEvent.setup();
  render(<Forgetful />);
  const box = screen.getByRole('combobox', { name: 'Find' });
  await user.click(box);
  await user.keyboard('{ArrowDown}{Delete}');
  expect(screen.queryByRole('option', { name: 'paper' })).toBeNull();
  expect(activeOption(box)).toBe('ink');
  await user.click(screen.getByRole('button', { name: 'Remove “glue”' }));
  expect(document.activeElement).toBe(box);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(document.activeElement).toBe(box);
  expect(screen.queryByText('Recent')).toBeNull();
});
