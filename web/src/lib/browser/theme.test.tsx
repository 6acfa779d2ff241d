import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { getTheme, setTheme, useTheme } from './theme.ts';

afterEach(() => act(() => setTheme('system')));

function Shown() {
  return useTheme()[0];
}

it('follows the system until a choice is made, and again after it is taken back', () => {
  expect(getTheme()).toBe('system');
  setTheme('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  setTheme('system');
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(localStorage.getItem('theme')).toBeNull();
});

it('tells every component that shows it', () => {
  render(<Shown />);
  act(() => setTheme('light'));
  expect(screen.getByText('light')).toBeTruthy();
});

it('holds for this page when the browser refuses storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  setTheme('dark');
  expect(getTheme()).toBe('dark');
});
