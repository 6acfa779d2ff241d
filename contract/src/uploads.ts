/** Files: what may be uploaded, and how a stored file is described. */
import * as z from 'zod/mini';
import { id } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { route } from './base/route.ts';
import { MAX_IMAGE_BYTES, MAX_POST_FILES, uploadMessages } from './constants/uploads.ts';

/** Formats a size for a locale, such as "200 MB" or "1.5 GB". */
export function formatMegabytes(megabytes: number, locale = 'en-US'): string {
  const [value, unit] = megabytes < 1024 ? [megabytes, 'megabyte'] : [megabytes / 1024, 'gigabyte'];
  const options = { style: 'unit', unit, maximumFractionDigits: 1, useGrouping: false } as const;
  return new Intl.NumberFormat(locale, options).format(value);
}

/** A picture of a post, as posts contain it. */
export const attachment = z.object({
  _id: id,
  filename: z.string(),
  filetype: z.literal('image'),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
  alt: z.string(),
  url: z.string(),
});
export type Attachment = z.infer<typeof attachment>;

export const storedImage = z.object({
  filename: z.string(),
  width: z.int(),
  height: z.int(),
  /** A tiny WebP as a data URL, shown until the image has loaded. */
  placeholder: z.string(),
  url: z.string(),
});
export type StoredImage = z.infer<typeof storedImage>;

const storedFile = z.extend(storedImage, { filetype: z.literal('image') });

const imageFiles = (maxFiles: number) =>
  ({ fields: ['file', 'image'], maxFiles, maxBytes: MAX_IMAGE_BYTES, kind: 'image' }) as const;

/**
 * For one file, `filename` is its name; for several, `filenames` are their names in order. `files` describes all of
 * them.
 */
const uploaded = z.object({ filename: z.string(), filenames: z.array(z.string()), files: z.array(storedFile) });

export const uploadUserImage = route({
  method: 'POST',
  path: '/uploadFile',
  summary: 'Upload a profile or cover image',
  access: 'confirmed',
  cost: 'heavy',
  body: z.object({ folder: z._default(z.literal('users', issueText(uploadMessages.userFolder)), 'users') }),
  files: [imageFiles(1)],
  response: uploaded,
});

export const uploadPostFiles = route({
  method: 'POST',
  path: '/post/uploadFile',
  summary: 'Upload images to be attached to a post',
  access: 'confirmed',
  cost: 'heavy',
  body: z.object({ folder: z._default(z.enum(['demo', 'post'], issueText(uploadMessages.postFolder)), 'demo') }),
  files: [imageFiles(MAX_POST_FILES)],
  response: uploaded,
});
