/** The layout of a post's pictures: by their shapes, cropped as little as the height allows. */

type Size = { width: number; height: number };
/** A cell, in fractions of the gallery's width and height. */
export type Cell = { x: number; y: number; width: number; height: number };
/** `ratio` is the width of the gallery divided by its height. */
type GalleryLayout = { ratio: number; cells: Cell[] };

/** In CSS pixels: the width of the gallery beside the author's avatar, and the height that no post exceeds. */
export const GALLERY_WIDTH = 564;
export const GALLERY_HEIGHT = 480;
export const MAX_PICTURES = 4;

/** In pixels: on a dense screen a narrower picture would be blurred across the full gallery. */
const WIDE_ENOUGH_PX = 900;
const LANDSCAPE = 1.2;

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** Returns the width divided by the height of the visible part: the rest of a very long picture is cropped. */
const ratioOf = ({ width, height }: Size, min: number, max: number): number => clamp(width / height, min, max);

/** Returns the aspect ratio of a single picture. */
export const ratioAlone = (picture: Size): number => ratioOf(picture, 0.75, 3);

/** Limits the gallery's height; what is cut off is taken from each picture's height. */
const limited = (ratio: number, cells: Cell[]): GalleryLayout => ({
  ratio: clamp(ratio, GALLERY_WIDTH / GALLERY_HEIGHT, 3),
  cells,
});

/** Lays out rows, each as high as its pictures are when they fill it side by side. */
function layRows(rows: readonly (readonly number[])[]): GalleryLayout {
  const heights = rows.map((ratios) => 1 / ratios.reduce((sum, ratio) => sum + ratio, 0));
  const total = heights.reduce((sum, height) => sum + height, 0);
  let y = 0;
  const cells = rows.flatMap((ratios, row) => {
    const height = (heights[row] ?? 0) / total;
    let x = 0;
    const placed = ratios.map((ratio) => {
      const cell = { x, y, width: ratio * (heights[row] ?? 0), height };
      x += cell.width;
      return cell;
    });
    y += height;
    return placed;
  });
  return limited(1 / total, cells);
}

/** Lays out the first picture beside the other two, which are stacked. */
function layBeside(first: number, second: number, third: number): GalleryLayout {
  const stack = 1 / (1 / second + 1 / third);
  const ratio = first + stack;
  const width = first / ratio;
  const height = stack / second;
  return limited(ratio, [
    { x: 0, y: 0, width, height: 1 },
    { x: width, y: 0, width: 1 - width, height },
    { x: width, y: height, width: 1 - width, height: 1 - height },
  ]);
}

/** Returns the cells of two to four pictures, in their order. */
export function layOutGallery(pictures: readonly Size[]): GalleryLayout {
  const [first = 1, second = 1, third = 1, fourth = 1] = pictures.map((picture) => ratioOf(picture, 0.6, 2));
  if (pictures.length === 2) return layRows([[first, second]]);
  if (pictures.length >= MAX_PICTURES) {
    return layRows([
      [first, second],
      [third, fourth],
    ]);
  }
  const isWide = first > LANDSCAPE && (pictures[0]?.width ?? 0) >= WIDE_ENOUGH_PX;
  return isWide ? layRows([[first], [second, third]]) : layBeside(first, second, third);
}
