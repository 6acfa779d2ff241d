import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Photo } from './photo.tsx';

const photo = { src: '/a.webp', width: 640, height: 400, alt: 'A lamp', placeholder: 'data:image/webp;base64,AA' };
const blurred = (container: HTMLElement) => container.querySelector('img[aria-hidden]');

it('A photo reserves its space and shows the placeholder until the picture is loaded', () => {
  const { container } = render(<Photo {...photo} />);
  const image = screen.getByRole('img', { name: 'A lamp' });
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['640', '400']);
  expect(blurred(container)).toBeTruthy();
  fireEvent.load(image);
  expect(blurred(container)).toBeNull();
});

it('A photo is loaded lazily unless it has priority', () => {
  const { rerender } = render(<Photo {...photo} />);
  expect(screen.getByRole('img').getAttribute('loading')).toBe('lazy');
  rerender(<Photo {...photo} priority />);
  expect(screen.getByRole('img').getAttribute('loading')).toBe('eager');
  expect(screen.getByRole('img').getAttribute('fetchpriority')).toBe('high');
});

it('A photo that fails to load says so, and starts over with a new picture', () => {
  const { container, rerender } = render(<Photo {...photo} />);
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByText('This picture could not be loaded.')).toBeTruthy();
  rerender(<Photo {...photo} src="/b.webp" />);
  expect(screen.queryByText('This picture could not be loaded.')).toBeNull();
  expect(blurred(container)).toBeTruthy();
});
