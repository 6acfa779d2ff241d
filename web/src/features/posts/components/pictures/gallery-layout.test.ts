import { GALLERY_HEIGHT, GALLERY_WIDTH, layOutGallery, ratioAlone } from '@afterhours/contract/posts/gallery-layout';
import { describe, expect, it } from 'vitest';

const landscape = { width: 1200, height: 800 };
const portrait = { width: 800, height: 1200 };
const square = { width: 900, height: 900 };
const tower = { width: 100, height: 2000 };
const panorama = { width: 4000, height: 200 };
const dot = { width: 1, height: 1 };

const shapes = { landscape, portrait, square, tower, panorama, dot };
const names = Object.keys(shapes) as (keyof typeof shapes)[];
const groups = names.flatMap((first) =>
  names.flatMap((second) => [
    [shapes[first], shapes[second]],
    [shapes[first], shapes[second], shapes[first]],
    [shapes[first], shapes[second], shapes[second], shapes[first]],
  ]),
);

describe('A gallery', () => {
  it('is filled by its cells and never higher than its limit, whatever the shapes of its pictures', () => {
    for (const pictures of groups) {
      const { ratio, cells } = layOutGallery(pictures);
      expect(GALLERY_WIDTH / ratio).toBeLessThanOrEqual(GALLERY_HEIGHT);
      expect(cells).toHaveLength(pictures.length);
      expect(cells.reduce((sum, { width, height }) => sum + width * height, 0)).toBeCloseTo(1);
      for (const { x, y, width, height } of cells) {
        expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(1.000001);
        expect(y + height).toBeLessThanOrEqual(1.000001);
      }
    }
  });
  it('of two pictures gives each the space of its shape', () => {
    const { ratio, cells } = layOutGallery([landscape, square]);
    expect(cells.map(({ width, height }) => (width / height) * ratio)).toEqual([
      expect.closeTo(1.5),
      expect.closeTo(1),
    ]);
  });
  it('of three pictures shows a wide first one across the post, and any other beside the two', () => {
    expect(layOutGallery([landscape, square, square]).cells[0]?.width).toBe(1);
    expect(layOutGallery([portrait, square, square]).cells[0]).toMatchObject({ x: 0, height: 1 });
  });
  it('of three pictures does not enlarge a wide one that has too few pixels', () => {
    const small = { width: 600, height: 400 };
    expect(layOutGallery([small, square, square]).cells[0]?.width).toBeLessThan(1);
  });
});

it('A single picture keeps its shape unless it is very high or very wide', () => {
  expect(ratioAlone(landscape)).toBe(1.5);
  expect(ratioAlone(tower)).toBe(0.75);
  expect(ratioAlone(panorama)).toBe(3);
});
