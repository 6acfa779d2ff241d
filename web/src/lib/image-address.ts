/**
 * Where stored images are served, and in which widths: `<name>.jpg` beside `<name>.webp`, smaller ones as
 * `<name>-<width>`.
 */

import { type ImageFolder, imageWidths } from '@afterhours/contract/constants/uploads';
import type { Attachment } from '@afterhours/contract/uploads';

const withoutKind = (address: string): string => address.replace(/\.jpg$/, '');

/** Nobody sees that a picture is drawn a fifth larger than it is. */
const ENLARGED = 1.2;

/**
 * The picture of a person for an avatar of `size` CSS pixels, sharp on this screen, and on one of twice the usual
 * density; null without one.
 */
export function userImage(image: string | null | undefined, size: number): string | null {
  if (!image) return null;
  const density = globalThis.devicePixelRatio > 2 ? globalThis.devicePixelRatio / ENLARGED : 2;
  // The largest has no width in its name.
  const widths = imageWidths.users.slice(0, -1);
  const width = widths.find((each) => each >= size * density) ?? widths.at(-1);
  return `/api/uploads/users/${withoutKind(image)}-${width}.webp`;
}

/** `src` and `srcSet` of a post's picture. */
export function postImage(image: Pick<Attachment, 'url' | 'width'>, folder: ImageFolder = 'post') {
  const base = withoutKind(image.url);
  const smaller = imageWidths[folder].filter((width) => width < image.width);
  const srcSet = [...smaller.map((width) => `${base}-${width}.webp ${width}w`), `${base}.webp ${image.width}w`].join(
    ', ',
  );
  return { src: image.url, srcSet };
}

type Size = { width: number; height: number };

/** How wide a picture is drawn, in the units of the cell, when it covers the cell and what sticks out is cut off. */
export const coveredWidth = (image: Size, cell: Size): number =>
  Math.ceil(Math.max(cell.width, (cell.height * image.width) / image.height));

/** `src` and `srcSet` of a cover image: its largest width, and one for a narrow screen. */
export function coverImage(image: string) {
  const [, , small, largest] = imageWidths.users;
  const base = `/api/uploads/users/${withoutKind(image)}`;
  return { src: `${base}.webp`, srcSet: `${base}-${small}.webp ${small}w, ${base}.webp ${largest}w` };
}
