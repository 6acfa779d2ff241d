/** Limits of files, and the widths in which pictures are kept. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;
export const MAX_POST_FILES = 10;
export const MAX_IMAGE_PIXELS = 50_000_000;
/** What a member may upload in a day (UTC), unless the owners of the community have set another limit. */
export const DAILY_UPLOAD_MB = 200;
export const MAX_ALT = 500;

/**
 * Widths in pixels in which an image is kept, per folder. A file `<name>.jpg` stands beside `<name>.webp` in its
 * largest width, and `<name>-<width>.jpg|webp` in each smaller one of this list. A member's picture (`users`) has all
 * of these names, however small it is, because pages know nothing but its name.
 */
export const imageWidths = {
  users: [96, 256, 640, 1280],
  post: [320, 640, 1280, 2048],
  demo: [320, 640, 1280, 2048],
  /** Private: a chat shows the smaller one, a download gives the larger. */
  message: [1280, 2048],
} as const;

export type ImageFolder = keyof typeof imageWidths;
