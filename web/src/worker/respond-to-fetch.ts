/**
 * The responses that the worker serves instead of the network: files of the build, and a fallback for unreachable
 * pages.
 */
import { SHARE_PATH } from '@afterhours/contract/constants/installed-app';
import { findShell, type Parts, refreshShell, respondWithFile } from './cached-files.ts';
import { receiveShare } from './receive-share.ts';
import type { Fetching } from './worker-scope.ts';

/** A page that has not started to arrive by then is replaced by the shell, which says that the browser is offline. */
const PATIENCE_MS = 3_000;
/** What the server serves besides pages. A last path segment with an extension is a file, unless it is a username. */
const NO_PAGE = /^\/(api|socket\.io|assets|feeds|embed|sitemaps|healthz|readyz)(\/|$)|\/(?!@|%40)[^/]+\.[a-z0-9]+$/i;

const wait = (milliseconds: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), milliseconds);
  });

/** The page itself is never cached: the next person who uses this browser must not find it. */
async function respondWithPage(event: Fetching, parts: Parts, patience: number): Promise<Response> {
  const network = (async () => (await event.preloadResponse) ?? parts.fetch(event.request))();
  const inTime = await Promise.race([network.catch(() => undefined), wait(patience)]);
  if (inTime && inTime.status < 500) {
    event.waitUntil(refreshShell(parts).catch(() => undefined));
    return inTime;
  }
  const shell = await findShell(parts);
  if (shell === undefined) return inTime ?? network;
  event.waitUntil(network.catch(() => undefined));
  return shell;
}

/**
 * Responds to a request, or leaves it to the browser: all API calls, and everything that is not public and immutable.
 */
export function respondToFetch(event: Fetching, parts: Parts, origin: string, patience = PATIENCE_MS): void {
  const { request } = event;
  const { origin: from, pathname } = new URL(request.url);
  if (from !== origin) return;
  const isGet = request.method === 'GET';
  if (request.mode === 'navigate') {
    if (isGet && !NO_PAGE.test(pathname)) event.respondWith(respondWithPage(event, parts, patience));
    else if (request.method === 'POST' && pathname === SHARE_PATH) event.respondWith(receiveShare(request));
  } else if (isGet && pathname.startsWith('/assets/')) event.respondWith(respondWithFile(parts, request));
}
