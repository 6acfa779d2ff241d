/**
 * Turns an uploaded picture into what is kept of it: upright, without metadata, in the sizes the interface shows, as
 * WebP beside JPEG. What kind of file it is, its bytes decide; neither its name nor its claimed type is asked.
 */
import { rm, stat } from 'node:fs/promises';
import { type ImageFolder, MAX_IMAGE_PIXELS, uploadMessages } from '@afterhours/contract/uploads';
import { fileTypeFromFile } from 'file-type';
import { AppError, noRoom } from '#http/errors.ts';
import { imageKeys, variantsOf } from './image-sizes.ts';

const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']);
const PLACEHOLDER_WIDTH = 20;
const MAX_RATIO = 4;
const AT_ONCE = 2;

type ImageFile = { suffix: string; extension: 'jpg' | 'webp'; path: string; bytes: number; contentType: string };
export type ProcessedImage = { width: number; height: number; placeholder: string; files: ImageFile[] };

let running = 0;
const waiting: (() => void)[] = [];

/** Decoded pictures are large: only two are worked on at a time, further ones wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

async function requireImage(file: string): Promise<void> {
  const type = await fileTypeFromFile(file).catch(() => undefined);
  if (!type || !ACCEPTED.has(type.mime)) throw new AppError(415, uploadMessages.notAnImage);
}

function imageProblem(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  if (/pixel limit/i.test(error.message)) return new AppError(413, uploadMessages.tooManyPixels);
  // The library tells of a full disk in words only.
  if (/ENOSPC|EDQUOT|no space left|quota exceeded|write (?:error|failed)/i.test(error.message)) return noRoom();
  return new AppError(415, uploadMessages.broken);
}

/** Writes the sizes of a picture beside `file` (same folder). 415 for what is no picture or a damaged one, 413 for too many pixels. */
export async function processImage(file: string, folder: ImageFolder): Promise<ProcessedImage> {
  await requireImage(file);
  return inTurn(() => writeSizes(file, folder)).catch(async (error: unknown) => {
    const begun = imageKeys(folder, '.jpg', Number.MAX_SAFE_INTEGER).map(
      (key) => `${file}${key.slice(folder.length + 1)}`,
    );
    await Promise.all(begun.map((part) => rm(part, { force: true })));
    throw imageProblem(error);
  });
}

async function writeSizes(file: string, folder: ImageFolder): Promise<ProcessedImage> {
  // Loaded at the first picture: the library costs an idle server memory.
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(file, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
    .rotate()
    .toColorspace('srgb')
    .resize({ ...boundsOf(folder), fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const upright = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const files: ImageFile[] = [];
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
  return {
    width: info.width,
    height: info.height,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    files,
  };
}

function boundsOf(folder: ImageFolder): { width: number; height: number } {
  const width = variantsOf(folder, Number.MAX_SAFE_INTEGER).at(-1)?.width ?? 0;
  return { width, height: width * MAX_RATIO };
}
