import { MAX_IMAGE_BYTES, uploadMessages } from '@afterhours/contract/constants/uploads';
import { t } from '#lib/text/translate.ts';

/** Returns why a file cannot be uploaded as an image, as far as the browser can tell; undefined if it can. */
export function findImageProblem({ type, size }: File): string | undefined {
  if (!/^image\/(?!svg)/.test(type)) return t(uploadMessages.notAnImage);
  if (size === 0) return t(uploadMessages.empty);
  return size > MAX_IMAGE_BYTES ? t(uploadMessages.imageTooLarge) : undefined;
}
