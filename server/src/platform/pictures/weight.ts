/** What opening a picture takes: known from its head, before any of it is decoded. */
import type { Metadata } from 'sharp';

type Head = Pick<Metadata, 'format' | 'width' | 'height' | 'depth' | 'channels' | 'isProgressive'>;

const bytesOf = (depth: string | undefined): number => (depth === 'uchar' || depth === undefined ? 1 : 2);

/**
 * Bytes of memory a pixel, measured (docs/operations.md, "Memory"): most formats are read row by row, these are held
 * whole, AVIF in several planes besides.
 */
function bytesPerPixel({ format, depth, channels, isProgressive }: Head): number {
  if (format === 'heif') return bytesOf(depth) === 1 ? 18 : 25;
  if (format === 'png' && isProgressive) return 1.2 * channels * bytesOf(depth);
  if (format === 'jpeg' && isProgressive) return 2 * channels;
  if (format === 'gif') return 5.5;
  if (format === 'tiff') return channels * bytesOf(depth);
  return 2;
}

/** How many bytes of memory a picture takes while it is opened, at most. */
export const weighPicture = (head: Head): number => (head.width ?? 0) * (head.height ?? 0) * bytesPerPixel(head);
