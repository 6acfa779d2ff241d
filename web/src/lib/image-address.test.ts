import { afterEach, expect, it, vi } from 'vitest';
import { userImage } from './image-address.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [1, 44, 96],
  [2, 44, 96],
  [2, 128, 256],
  [3, 32, 96],
  [3, 44, 256],
  [3, 128, 640],
])("A person's picture is sharp on a screen with density %s at %s px: %s px wide", (density, size, width) => {
  vi.stubGlobal('devicePixelRatio', density);
  expect(userImage('ana.jpg', size)).toBe(`/api/uploads/users/ana-${width}.webp`);
});

it('A person without a picture has no picture address', () => {
  expect(userImage(null, 44)).toBeNull();
});
