import type { Attachment } from '@afterhours/contract/posts';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idOf } from '#testing/build.ts';
import { PostGallery } from './post-gallery.tsx';

const picture = (number: number, width: number, height: number): Attachment => ({
  _id: idOf(number),
  filename: `p${number}.jpg`,
  filetype: 'image',
  url: `/api/uploads/post/p${number}.jpg`,
  width,
  height,
  alt: `Picture ${number}`,
  placeholder: '',
});
const sizesOf = () => screen.getAllByRole('img').map((image) => image.getAttribute('sizes'));

it('Pictures of a post are requested as wide as they are drawn when they fill their cell by height', () => {
  // A portrait beside a panorama and another portrait.
  render(<PostGallery priority images={[picture(1, 600, 960), picture(2, 1600, 400), picture(3, 600, 960)]} />);
  expect(sizesOf()).toEqual([
    '(min-width: 640px) 294px, 50vw',
    '(min-width: 640px) 784px, 134vw',
    '(min-width: 640px) 294px, 50vw',
  ]);
});

it('A landscape picture that comes first of three is as wide as the post', () => {
  const { container } = render(
    <PostGallery priority images={[picture(1, 960, 600), picture(2, 600, 600), picture(3, 600, 600)]} />,
  );
  expect(container.querySelector('[data-layout]')?.getAttribute('data-layout')).toBe('wide');
  expect(sizesOf()[0]).toBe('(min-width: 640px) 588px, 100vw');
});

it('A single picture of a post that is much higher than wide says that it is cut', () => {
  const { rerender } = render(<PostGallery priority images={[picture(1, 400, 1600)]} />);
  expect(screen.getByText('Whole picture')).toBeTruthy();
  rerender(<PostGallery priority images={[picture(2, 1600, 900)]} />);
  expect(screen.queryByText('Whole picture')).toBeNull();
});
