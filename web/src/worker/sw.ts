/** The service worker: caches the program, so that it starts without a connection, and receives push messages. */
import { FLUSH_TAG } from '@afterhours/contract/constants/installed-app';
import { type Build, dropOldBuilds, keepBuild } from './cached-files.ts';
import { respondToFetch } from './respond-to-fetch.ts';
import { openPage, showPush, toOwnPath } from './show-push.ts';
import type { WorkerScope } from './worker-scope.ts';

/** Written by the build (`web/worker-plugin.ts`). */
declare const APP_BUILD: Build;

const scope = self as unknown as WorkerScope;
const parts = {
  caches: scope.caches,
  fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
  build: APP_BUILD,
};

scope.addEventListener('install', (event) => event.waitUntil(keepBuild(parts)));

scope.addEventListener('activate', (event) => {
  const begin = async () => {
    await dropOldBuilds(parts);
    // Page requests need not wait for the worker to start.
    await scope.registration.navigationPreload?.enable();
    await scope.clients.claim();
  };
  event.waitUntil(begin());
});

scope.addEventListener('fetch', (event) => respondToFetch(event, parts, scope.location.origin));

scope.addEventListener('message', (event) => {
  if (event.data.type === 'activate') event.waitUntil(scope.skipWaiting());
  else if (event.data.type === 'build') event.ports[0]?.postMessage(APP_BUILD.version, []);
});

scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event.data?.text())));

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = (event.notification.data ?? {}) as { url?: unknown };
  event.waitUntil(openPage(scope.clients, toOwnPath(url, scope.location.origin)));
});

// Only a page sends queued messages, because it has the messages and the session.
scope.addEventListener('sync', (event) => {
  if (event.tag !== FLUSH_TAG) return;
  const wake = async () => {
    for (const client of await scope.clients.matchAll({ type: 'window' })) client.postMessage({ type: 'flush' }, []);
  };
  event.waitUntil(wake());
});
