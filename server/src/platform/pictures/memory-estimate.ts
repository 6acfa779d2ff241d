/** Estimates the memory for opening a picture from its header, before any of it is decoded. */
import type { Metadata } from 'sharp';

type Head = Pick<Metadata, 'format' | 'width' | 'height' | 'depth' | 'channels' | 'isProgressive'>;

const bytesOf = (depth: string | undefined): number => (depth === 'uchar' || depth === undefined ? 1 : 2);

/**
 * Bytes of memory per pixel, measured (docs/decisions/0036-picture-decoding-process.md): most formats are decoded row
 * by row, these in full, and AVIF also in several planes.
 */
function bytesPerPixel({ format, depth, channels, isProgressive }: Head): number {
  if (format === 'heif') return bytesOf(depth) === 1 ? 18 : 25;
  if (format === 'png' && isProgressive) return 1.2 * channels * bytesOf(depth);
  if (format === 'jpeg' && isProgressive) return 2 * channels;
  if (format === 'gif') return 5.5;
  if (format === 'tiff') return channels * bytesOf(depth);
  return 2;
}

/** Returns the maximum number of bytes of memory that opening a picture takes. */
export const estimateMemory = (head: Head): number => (head.width ?? 0) * (head.height ?? 0) * bytesPerPixel(head);
