import type { Attachment } from '@afterhours/contract/uploads';
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

it('Pictures that fill their cell by height are requested as wide as they are rendered', () => {
  // A panorama is cropped to 2 to 1, so it is requested wider than its visible part.
  render(<PostGallery priority images={[picture(1, 600, 600), picture(2, 1600, 400)]} />);
  expect(sizesOf()).toEqual(['(min-width: 640px) 188px, 34vw', '(min-width: 640px) 752px, 134vw']);
});

it('A single picture is requested as wide as the post, a portrait as wide as its height allows', () => {
  const { rerender } = render(<PostGallery priority images={[picture(1, 1600, 900)]} />);
  expect(sizesOf()).toEqual(['(min-width: 640px) 564px, 100vw']);
  rerender(<PostGallery priority images={[picture(2, 960, 1200)]} />);
  expect(sizesOf()).toEqual(['(min-width: 640px) 384px, 100vw']);
});

it('A single picture passes its pixel size to the stylesheet, so that it is never enlarged', () => {
  render(<PostGallery priority images={[picture(1, 3, 1)]} />);
  const { style } = screen.getByRole('button');
  expect([style.getPropertyValue('--pixels-wide'), style.getPropertyValue('--pixels-high')]).toEqual(['3', '1']);
});

it('A single picture that is much higher than wide shows that it is cropped', () => {
  const { rerender } = render(<PostGallery priority images={[picture(1, 400, 1600)]} />);
  expect(screen.getByText('Whole picture')).toBeTruthy();
  rerender(<PostGallery priority images={[picture(2, 1600, 900)]} />);
  expect(screen.queryByText('Whole picture')).toBeNull();
});
