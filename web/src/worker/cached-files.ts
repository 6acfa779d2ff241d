/**
 * The caches: one for each build, with its files and the shell. Nothing else is ever cached: no API response, and no
 * page, because pages may have content.
 */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { BUILD_HEADER, SHELL_PATH } from '@afterhours/contract/constants/installed-app';

/** `version` identifies the build; `files` are the addresses of its files, each with a hash in its name. */
export type Build = { version: string; files: readonly string[] };
export type Parts = { caches: CacheStorage; fetch: typeof fetch; build: Build };

const PREFIX = 'build ';
/** Tabs that are still open from these builds load their parts from the caches. */
const BUILDS_BEFORE = 2;
/** The shell contains the community's name and colours, which may change. */
const SHELL_AGE_MS = HOUR_MS;

const nameOf = ({ version }: Build): string => PREFIX + version;
const findIn = (caches: CacheStorage, file: string) => caches.match(file, { ignoreVary: true });

async function load(fetcher: typeof fetch, address: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetcher(address, { credentials: 'omit', ...options });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

/** While servers are being replaced, a server of another build may respond. */
async function loadShell({ fetch: fetcher, build }: Parts): Promise<Response> {
  const shell = await load(fetcher, SHELL_PATH, { cache: 'no-cache' });
  if (shell.headers.get(BUILD_HEADER) !== build.version) throw new Error('The shell belongs to another build.');
  return shell;
}

/** Fetches the files that the build needs for every page, except those that an earlier build has cached already. */
export async function keepBuild(parts: Parts): Promise<void> {
  const { caches, fetch: fetcher, build } = parts;
  const shell = await loadShell(parts);
  const cache = await caches.open(nameOf(build));
  await cache.put(SHELL_PATH, shell);
  await Promise.all(
    build.files.map(async (file) => cache.put(file, (await findIn(caches, file)) ?? (await load(fetcher, file)))),
  );
}

/** Removes the caches of builds that no open tab can belong to any more. */
export async function dropOldBuilds({ caches, build }: Parts): Promise<void> {
  const names = (await caches.keys()).filter((name) => name !== nameOf(build));
  const kept = new Set(names.filter((name) => name.startsWith(PREFIX)).slice(-BUILDS_BEFORE));
  await Promise.all(names.filter((name) => !kept.has(name)).map((name) => caches.delete(name)));
}

/** Returns a file from the cache or the network. A file with a hash in its name never changes. */
export async function respondWithFile({ caches, fetch: fetcher, build }: Parts, request: Request): Promise<Response> {
  const kept = await findIn(caches, request.url);
  if (kept) return kept;
  const response = await fetcher(request);
  // Opening the cache would recreate it if it was removed, together with this worker, while its page is still open.
  if (response.ok && (await caches.has(nameOf(build)))) {
    const cache = await caches.open(nameOf(build));
    await cache.put(request.url, response.clone());
  }
  return response;
}

/** Returns this build's shell; undefined if it was removed. */
export async function findShell({ caches, build }: Parts): Promise<Response | undefined> {
  return caches.match(SHELL_PATH, { cacheName: nameOf(build), ignoreVary: true });
}

/** Reloads the shell if it is older than an hour. */
export async function refreshShell(parts: Parts): Promise<void> {
  const present = await findShell(parts);
  const age = Date.now() - Date.parse(present?.headers.get('date') ?? '');
  if (age < SHELL_AGE_MS) return;
  const shell = await loadShell(parts);
  if (await parts.caches.has(nameOf(parts.build)))
    await (await parts.caches.open(nameOf(parts.build))).put(SHELL_PATH, shell);
}
