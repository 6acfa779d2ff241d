/** Constants of the installed app that the server, the pages and the service worker share. */

/** The service worker. Its address never changes, because browsers look there for updates. */
export const WORKER_PATH = '/sw.js';
/** A page without content that stands in for every page while the server cannot be reached. */
export const SHELL_PATH = '/app-shell.html';
/** The header in which the shell names the build that it belongs to. */
export const BUILD_HEADER = 'x-app-build';
/** Where other apps send shared content, as a form. */
export const SHARE_PATH = '/share';
/** Opens the feed with the form for a new post. */
export const COMPOSE_PATH = '/home?compose=post';

/** The fields of the form posted to `SHARE_PATH`. */
export const shareFields = { title: 'title', text: 'text', url: 'url', pictures: 'pictures' } as const;

/** Messages between the pages and the service worker. */
export type WorkerMessage =
  /** To the worker: replace the active one. */
  | { type: 'activate' }
  /** To the worker, with a port: reply with the build that it belongs to. */
  | { type: 'build' }
  /** To a page: the connection is back; send what is in the outbox. */
  | { type: 'flush' };

/** The tag of a background sync that asks a page to send what is in the outbox. */
export const FLUSH_TAG = 'flush-outbox';
