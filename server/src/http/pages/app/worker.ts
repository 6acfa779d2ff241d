/**
 * The service worker and the page that it caches: the built page with the community's look and nothing else. With
 * `SERVICE_WORKER=off` the worker is one that removes itself and everything that was cached.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BUILD_HEADER, SHELL_PATH, WORKER_PATH } from '@afterhours/contract/constants/installed-app';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config/config.ts';
import { SharedResponse } from '../../body/compression.ts';
import type { WrittenPage } from '../guest-pages.ts';

/** Written by the build, `web/worker-plugin.ts`. */
const WORKER_FILE = '.vite/sw.js';
const BUILD_FILE = '.vite/build.txt';

/** Browsers check the worker's address by themselves whenever a page is opened, and once a day. */
const REMOVES_ITSELF = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const each of windows) await each.navigate(each.url).catch(() => undefined);
})()));
`;

/** The worker sends requests only to this server and runs nothing but itself. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** Returns the name of the build whose files browsers cache; null if none are cached. */
export function findAppBuild(folder: string, { serviceWorker }: Pick<Config, 'serviceWorker'>): string | null {
  const file = path.join(folder, BUILD_FILE);
  return serviceWorker && existsSync(file) ? readFileSync(file, 'utf8') : null;
}

type Shell = { page: WrittenPage; headers: Readonly<Record<string, string>> };

/** Serves the worker and the shell. `loadShell` returns the page in its current state, with the headers for pages. */
export function addAppWorker(
  app: FastifyInstance,
  { folder, build, loadShell }: { folder: string; build: string | null; loadShell: () => Promise<Shell> },
): void {
  const schema = { hide: true };
  const code = build === null ? REMOVES_ITSELF : readFileSync(path.join(folder, WORKER_FILE), 'utf8');
  const worker = new SharedResponse(code, 'text/javascript; charset=utf-8');
  app.get(WORKER_PATH, { schema }, async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': WORKER_POLICY });
    return worker.send(request, reply);
  });
  app.get(SHELL_PATH, { schema }, async (request: FastifyRequest, reply: FastifyReply) => {
    const { page, headers } = await loadShell();
    reply.headers({ ...headers, 'x-robots-tag': 'noindex', etag: page.etag });
    if (build !== null) reply.header(BUILD_HEADER, build);
    return page.response.send(request, reply);
  });
}
