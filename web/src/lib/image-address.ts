/**
 * Addresses of stored images and their widths: `<name>.jpg` next to `<name>.webp`, smaller versions as
 * `<name>-<width>`.
 */
import { imageWidths } from '@afterhours/contract/constants/uploads';
import type { Attachment } from '@afterhours/contract/uploads';

const withoutKind = (address: string): string => address.replace(/\.jpg$/, '');

/** Enlarging a picture by a fifth is not noticeable. */
const ENLARGED = 1.2;

/**
 * Returns the picture of a person for an avatar of `size` CSS pixels. It is sharp on this screen, and on any screen of
 * up to twice the usual density. Returns null if the person has no picture.
 */
export function userImage(image: string | null | undefined, size: number): string | null {
  if (!image) return null;
  const density = globalThis.devicePixelRatio > 2 ? globalThis.devicePixelRatio / ENLARGED : 2;
  // The largest version has no width in its name.
  const widths = imageWidths.users.slice(0, -1);
  const width = widths.find((each) => each >= size * density) ?? widths.at(-1);
  return `/api/uploads/users/${withoutKind(image)}-${width}.webp`;
}

/** Returns `src` and `srcSet` of a post's picture. */
export function postImage(image: Pick<Attachment, 'url' | 'width'>) {
  const base = withoutKind(image.url);
  const smaller = imageWidths.post.filter((width) => width < image.width);
  const srcSet = [...smaller.map((width) => `${base}-${width}.webp ${width}w`), `${base}.webp ${image.width}w`].join(
    ', ',
  );
  return { src: image.url, srcSet };
}

type Size = { width: number; height: number };

/**
 * Returns the width, in the cell's units, at which a picture is displayed when it covers the cell and the overflow
 * is cropped.
 */
export const coveredWidth = (image: Size, cell: Size): number =>
  Math.ceil(Math.max(cell.width, (cell.height * image.width) / image.height));

/** Returns `src` and `srcSet` of a cover image: its largest width, and one for narrow screens. */
export function coverImage(image: string) {
  const [, , small, largest] = imageWidths.users;
  const base = `/api/uploads/users/${withoutKind(image)}`;
  return { src: `${base}.webp`, srcSet: `${base}-${small}.webp ${small}w, ${base}.webp ${largest}w` };
}
