import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

it('An avatar without a picture shows the initial', () => {
  const { container } = render(<Avatar name=" ødegård" />);
  expect(container.textContent).toBe('Ø');
});

it('An avatar shows the initial when the picture fails to load, and tries again with a new picture', () => {
  const { container, rerender } = render(<Avatar name="Ada" src="/gone.jpg" />);
  fireEvent.error(container.querySelector('img')!);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('A');
  rerender(<Avatar name="Ada" src="/new.jpg" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/new.jpg');
});

it('An avatar without a name shows a person icon', () => {
  const { container } = render(<Avatar name="" />);
  expect(container.querySelector('svg')).toBeTruthy();
});

it('An avatar is hidden from screen readers, as the name is beside it', () => {
  const { container } = render(<Avatar name="Ada" src="/ada.jpg" />);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});
