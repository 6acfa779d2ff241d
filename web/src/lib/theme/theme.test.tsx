import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { getTheme, setTheme, useTheme } from './theme.ts';

afterEach(() => act(() => setTheme('system')));

function Shown() {
  return useTheme()[0];
}

it('The theme follows the system until the member chooses one, and again after the choice is undone', () => {
  expect(getTheme()).toBe('system');
  setTheme('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  setTheme('system');
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(localStorage.getItem('theme')).toBeNull();
});

it('The theme changes in every component that uses it', () => {
  render(<Shown />);
  act(() => setTheme('light'));
  expect(screen.getByText('light')).toBeTruthy();
});

it('The theme stays for this page when the browser refuses storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  setTheme('dark');
  expect(getTheme()).toBe('dark');
});

it('A choice made in another window of the browser applies in this one, too', () => {
  render(<Shown />);
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })));
  expect(screen.getByText('dark')).toBeTruthy();
  expect(document.documentElement.dataset.theme).toBe('dark');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: null })));
  expect(screen.getByText('system')).toBeTruthy();
});
