/** Files: what may be sent, and how a stored one is described. */

import * as z from 'zod/mini';
import { id } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { route } from './base/route.ts';
import { MAX_IMAGE_BYTES, MAX_POST_FILES, uploadMessages } from './constants/uploads.ts';

/** "200 MB", "1.5 GB", as a language writes it. */
export function formatMegabytes(megabytes: number, locale = 'en-US'): string {
  const [value, unit] = megabytes < 1024 ? [megabytes, 'megabyte'] : [megabytes / 1024, 'gigabyte'];
  const options = { style: 'unit', unit, maximumFractionDigits: 1, useGrouping: false } as const;
  return new Intl.NumberFormat(locale, options).format(value);
}

/** A picture of a post, as posts carry it. */
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
  /** A tiny WebP as data URL, to show until the image is there. */
  placeholder: z.string(),
  url: z.string(),
});
export type StoredImage = z.infer<typeof storedImage>;

const storedFile = z.extend(storedImage, { filetype: z.literal('image') });

const imageFiles = (maxFiles: number) =>
  ({ fields: ['file', 'image'], maxFiles, maxBytes: MAX_IMAGE_BYTES, kind: 'image' }) as const;

/**
 * One file answers its name as `filename`; several answer the names in order as `filenames`, all of them in `files`.
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
  answer: uploaded,
});

export const uploadPostFiles = route({
  method: 'POST',
  path: '/post/uploadFile',
  summary: 'Upload images to be attached to a post',
  access: 'confirmed',
  cost: 'heavy',
  body: z.object({ folder: z._default(z.enum(['demo', 'post'], issueText(uploadMessages.postFolder)), 'demo') }),
  files: [imageFiles(MAX_POST_FILES)],
  answer: uploaded,
});
