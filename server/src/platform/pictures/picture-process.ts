/**
 * The process that opens uploaded pictures, and draws those for link previews and icons. It writes each upload in all
 * its sizes beside the received file, upright and without metadata. It exits when it exceeds its memory limit, or when
 * the server that started it is gone.
 */
import { stat } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import sharp from 'sharp';
import { variantsOf } from './image-sizes.ts';
import { estimateMemory } from './memory-estimate.ts';
import type { DrawnResult, DrawOrder, PictureOrder, PictureResult, ProcessedPicture } from './pictures.ts';
import { drawIcon } from './preview/draw-icon.ts';

const PLACEHOLDER_WIDTH = 20;
const MAX_RATIO = 4;
/** As long as the side of a JPEG can be. Each row takes some time, so millions of rows would take too long. */
const MAX_SIDE = 65_535;
const LOOK_EVERY_MS = 10;
/** The memory that may stay in use after a picture; above it, the next picture gets a new process. */
const KEPT_MEMORY = 130 * 1024 * 1024;

sharp.concurrency(1);
sharp.cache(false);
// The library must not open a file as anything else, such as SVG, that its first bytes claim not to be.
sharp.block({ operation: ['VipsForeignLoad'] });
const FORMATS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'SvgBuffer'];
sharp.unblock({ operation: FORMATS.map((name) => `VipsForeignLoad${name}`) });

function boundsOf(folder: ImageFolder): { width: number; height: number } {
  const width = variantsOf(folder, Number.MAX_SAFE_INTEGER).at(-1)?.width ?? 0;
  return { width, height: width * MAX_RATIO };
}

/** Returns the picture upright, in the largest stored size, as pixels. */
const open = (file: string, folder: ImageFolder, maxPixels: number) =>
  sharp(file, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .rotate()
    .toColorspace('srgb')
    .resize({ ...boundsOf(folder), fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });

async function writeSizes({ file, folder, maxPixels }: PictureOrder): Promise<ProcessedPicture> {
  const { data, info } = await open(file, folder, maxPixels);
  const upright = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const files: ProcessedPicture['files'] = [];
  for (const { suffix, width } of variantsOf(folder, info.width)) {
    const sized = upright().resize({ width, withoutEnlargement: true });
    const kinds = [
      { extension: 'webp', contentType: 'image/webp', encoder: sized.clone().webp({ quality: 78, effort: 3 }) },
      {
        extension: 'jpg',
        contentType: 'image/jpeg',
        encoder: sized.clone().flatten({ background: '#fff' }).jpeg({ quality: 80, progressive: true }),
      },
    ] as const;
    for (const { extension, contentType, encoder } of kinds) {
      const path = `${file}${suffix}.${extension}`;
      await encoder.toFile(path);
      files.push({ suffix, extension, path, bytes: (await stat(path)).size, contentType });
    }
  }
  const tiny = await upright().resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 30, effort: 3 }).toBuffer();
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`;
  return { width: info.width, height: info.height, placeholder, files };
}

/** Classifies an error by its message, because the library's errors have no codes. */
function problemOf(error: unknown): Extract<PictureResult, { problem: unknown }> {
  const words = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(words)) return { problem: 'pixels' };
  if (/ENOSPC|EDQUOT|no space left|quota exceeded|write (?:error|failed)/i.test(words)) return { problem: 'full' };
  return { problem: 'broken' };
}

async function processOrder(order: PictureOrder): Promise<PictureResult> {
  try {
    const head = await sharp(order.file, { limitInputPixels: order.maxPixels }).metadata();
    const { width, height } = head;
    if (width * height > order.maxPixels || Math.max(width, height) > MAX_SIDE) return { problem: 'pixels' };
    if (estimateMemory(head) > order.maxWeight) return { problem: 'heavy' };
    return await writeSizes(order);
  } catch (error) {
    return problemOf(error);
  }
}

async function drawOrder(order: DrawOrder): Promise<DrawnResult> {
  try {
    if ('icon' in order) return { drawn: (await drawIcon(order.icon)).toString('base64') };
    // Loaded with the first of them: the fonts take memory that uploads do not need.
    const { drawPreview } = await import('./preview/draw-preview.ts');
    return { drawn: (await drawPreview(order.preview)).toString('base64') };
  } catch {
    return { problem: 'broken' };
  }
}

// Its end comes without notice, so that it would never write what it has compiled.
flushCompileCache();

process.on('disconnect', () => process.exit(0));
// Ignores signals to the server's whole process group, so that the current picture can be finished.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('message', ({ id, order }: { id: number; order: PictureOrder | DrawOrder }) => {
  // The library works in its own threads, so that this one can check the memory.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > order.maxMemory) process.exit(1);
  }, LOOK_EVERY_MS);
  const processing = 'file' in order ? processOrder(order) : drawOrder(order);
  void processing.then((result) => {
    clearInterval(watch);
    // Frees a picture's pixels at once, rather than when many have accumulated.
    globalThis.gc?.();
    process.send?.({ id, result, spent: process.memoryUsage.rss() > KEPT_MEMORY });
  });
});
