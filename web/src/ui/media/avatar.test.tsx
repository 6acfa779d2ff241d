import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

it('An avatar shows the initial while there is no picture', () => {
  const { container } = render(<Avatar name=" ødegård" />);
  expect(container.textContent).toBe('Ø');
});

it('An avatar shows the initial when the picture is broken, and tries again with another one', () => {
  const { container, rerender } = render(<Avatar name="Ada" src="/gone.jpg" />);
  fireEvent.error(container.querySelector('img')!);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('A');
  rerender(<Avatar name="Ada" src="/new.jpg" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/new.jpg');
});

it('An avatar is a person when even the name is missing', () => {
  const { container } = render(<Avatar name="" />);
  expect(container.querySelector('svg')).toBeTruthy();
});

it('An avatar is silent beside a name, and announced when it is alone', () => {
  const { rerender } = render(<Avatar name="Ada" />);
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<Avatar name="Ada" labelled />);
  expect(screen.getByRole('img', { name: 'Ada' })).toBeTruthy();
});
