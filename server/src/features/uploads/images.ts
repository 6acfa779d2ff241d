/**
 * Converts an uploaded image to its stored forms: upright, without metadata, in the sizes of the interface, as WebP and
 * JPEG. The type is determined by the content; name and claimed type are ignored.
 */
import { rm } from 'node:fs/promises';
import { type ImageFolder, MAX_IMAGE_PIXELS, uploadMessages } from '@afterhours/contract/constants/uploads';
import { fileTypeFromFile } from 'file-type';
import { AppError, noRoom } from '#http/errors/errors.ts';
import { ChildError } from '#platform/pictures/child-process.ts';
import { imageKeys } from '#platform/pictures/image-sizes.ts';
import type { Pictures, ProcessedPicture } from '#platform/pictures/pictures.ts';

const ACCEPTED = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
]);
const RETRY_SECONDS = 10;

async function requireImage(file: string): Promise<void> {
  const type = await fileTypeFromFile(file).catch(() => undefined);
  if (!type || !ACCEPTED.has(type.mime)) throw new AppError(415, uploadMessages.notAnImage);
}

const problems = {
  pixels: () => new AppError(413, uploadMessages.tooManyPixels),
  heavy: () => new AppError(422, uploadMessages.tooHeavy),
  broken: () => new AppError(415, uploadMessages.broken),
  full: noRoom,
};

function toImageProblem(error: unknown): unknown {
  if (!(error instanceof ChildError)) return error;
  if (error.reason === 'busy') return new AppError(503, uploadMessages.tooManyAtOnce, { retryAfter: RETRY_SECONDS });
  return new AppError(422, uploadMessages.tooHeavy);
}

async function removeUnfinished(file: string, folder: ImageFolder): Promise<void> {
  const keys = imageKeys(folder, '.jpg', Number.MAX_SAFE_INTEGER);
  await Promise.all(keys.map((key) => rm(`${file}${key.slice(folder.length + 1)}`, { force: true })));
}

/**
 * Writes the sizes of an image beside `file` (same folder). Throws a 415 for a file that is not an image or is damaged,
 * a 413 for too many pixels, a 422 for an image that takes too much memory or time, and a 503 if too many others are
 * waiting.
 */
export async function processImage(
  pictures: Pictures,
  file: string,
  { owner, folder }: { owner: string; folder: ImageFolder },
): Promise<ProcessedPicture> {
  await requireImage(file);
  try {
    const result = await pictures.process(file, folder, { owner, maxPixels: MAX_IMAGE_PIXELS });
    if ('problem' in result) throw problems[result.problem]();
    return result;
  } catch (error) {
    await removeUnfinished(file, folder);
    throw toImageProblem(error);
  }
}
