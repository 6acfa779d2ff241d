/** What server, pages and service worker have in common about the product as an app on a device. */

/** The service worker. Its address never changes: browsers look here for the next one. */
export const WORKER_PATH = '/sw.js';
/** A page without any content, which stands in for every page while the server cannot be reached. */
export const SHELL_PATH = '/app-shell.html';
/** The header by which the shell names the build that it belongs to. */
export const BUILD_HEADER = 'x-app-build';
/** Where other apps send what is shared with this one, as a form. */
export const SHARE_PATH = '/share';
/** Opens the feed with the form of a new post. */
export const COMPOSE_PATH = '/home?compose=post';

/** The fields of the form at `SHARE_PATH`. */
export const shareFields = { title: 'title', text: 'text', url: 'url', pictures: 'pictures' } as const;

/** What pages tell the worker, and it tells them. */
export type WorkerMessage =
  /** To the worker: take over from the one before. */
  | { type: 'activate' }
  /** To the worker, with a port: which build it belongs to. */
  | { type: 'build' }
  /** To a page: there is a connection again; send what waits. */
  | { type: 'flush' };

/** The tag of a background sync that asks a page to send what waits. */
export const FLUSH_TAG = 'flush-outbox';
