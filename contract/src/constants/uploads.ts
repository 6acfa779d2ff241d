/** Limits of files, messages about files, and the widths in which images are stored. */
import { defineMessages } from '../base/message.ts';

export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;
export const MAX_POST_FILES = 10;
export const MAX_IMAGE_PIXELS = 50_000_000;
/** How much a member may upload in a day (UTC), unless the owners of the community have set another limit. */
export const DAILY_UPLOAD_MB = 200;
export const MAX_ALT = 500;

/**
 * The widths in pixels in which an image is stored, per folder. In its largest width, an image is stored as
 * `<name>.webp` and `<name>.jpg`; in each smaller width on this list, as `<name>-<width>.webp` and `.jpg`. A member's
 * picture (`users`) has all of these files, however small it is, because pages know only its name.
 */
export const imageWidths = {
  users: [96, 256, 640, 1280],
  post: [320, 640, 1280, 2048],
  demo: [320, 640, 1280, 2048],
  /** Private: a chat shows the smaller one, a download returns the larger one. */
  message: [1280, 2048],
} as const;

export type ImageFolder = keyof typeof imageWidths;

export const uploadMessages = defineMessages('uploads', {
  image: 'Image uploaded.',
  files: '{count, plural, one {File uploaded.} other {Files uploaded.}}',
  notAnImage: 'Please choose an image: JPEG, PNG, WebP, GIF, AVIF or TIFF.',
  empty: 'This file is empty.',
  imageTooLarge: 'Each image may be at most 10 MB.',
  tooManyPixels: 'This image has too many pixels; at most 50 megapixels, and 65,535 pixels per side, are accepted.',
  tooHeavy: 'This image takes too much memory to open. Please save it as a JPEG or with fewer pixels.',
  tooManyAtOnce: 'Many images are being prepared right now. Please try again in a moment.',
  storageFull: 'You have used all of your {size} of storage. Delete posts or messages with files to make room.',
  userFolder: "folder must be 'users'.",
  postFolder: "folder must be 'demo' or 'post'.",
  dayFull: 'You have reached the daily upload limit of {size}. You can upload again after midnight (UTC).',
  tooManyFiles: 'Please choose at most 10 files.',
  broken: 'This file is damaged or incomplete.',
  missing: 'Please choose a file.',
  unknownFile: 'One of the files is no longer available. Please attach it again.',
});
