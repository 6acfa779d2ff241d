import { describe, expect, it, vi } from 'vitest';
import { type Build, dropOldBuilds, findShell, keepBuild, refreshShell, respondWithFile } from './cached-files.ts';
import { respondToFetch } from './respond-to-fetch.ts';
import { openPage, readPushed, showPush, toOwnPath } from './show-push.ts';
import type { Client, Fetching } from './worker-scope.ts';

const ORIGIN = 'https://owls.example';
const pathOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : String(request), ORIGIN).pathname;

/** In-memory caches with the methods that the worker uses. */
function makeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const find = (name: string, request: RequestInfo | URL) => all.get(name)?.get(pathOf(request))?.clone();
  const caches = {
    keys: async () => [...all.keys()],
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    match: async (request: RequestInfo, options?: MultiCacheQueryOptions) =>
      options?.cacheName === undefined
        ? [...all.keys()].map((name) => find(name, request)).find(Boolean)
        : find(options.cacheName, request),
    async open(name: string) {
      const cache = all.get(name) ?? new Map<string, Response>();
      all.set(name, cache);
      return {
        put: async (request: RequestInfo, response: Response) => void cache.set(pathOf(request), response),
      };
    },
  };
  return { caches: caches as unknown as CacheStorage, all };
}

const makeBuild = (version: string, ...files: string[]): Build => ({ version, files });

/** A server with a build's shell; for every other address the response is its path. */
function makeParts(build: Build, served = build.version, status = 200) {
  const { caches, all } = makeCaches();
  const fetcher = vi.fn(async (request: RequestInfo | URL) => {
    const path = pathOf(request);
    const headers = new Headers({ date: new Date().toUTCString() });
    if (path === '/app-shell.html') headers.set('x-app-build', served);
    return new Response(path, { status, headers });
  });
  return { parts: { caches, fetch: fetcher as typeof fetch, build }, all, fetcher };
}

describe('Caching a build', () => {
  it('fetches its files and the shell, and copies files that an earlier build has cached', async () => {
    const first = makeParts(makeBuild('one', '/assets/a-1.js', '/assets/b-1.js'));
    await keepBuild(first.parts);
    expect([...(first.all.get('build one')?.keys() ?? [])].toSorted()).toEqual([
      '/app-shell.html',
      '/assets/a-1.js',
      '/assets/b-1.js',
    ]);
    const next = makeParts(makeBuild('two', '/assets/a-1.js', '/assets/b-2.js'));
    await keepBuild({ ...next.parts, caches: first.parts.caches });
    expect(next.fetcher.mock.calls.map(([request]) => pathOf(request))).toEqual(['/app-shell.html', '/assets/b-2.js']);
  });

  it('fails completely if a server of another release responds, or none', async () => {
    const other = makeParts(makeBuild('two', '/assets/a-2.js'), 'one');
    await expect(keepBuild(other.parts)).rejects.toThrow(/another build/);
    expect(other.all.size).toBe(0);
    await expect(keepBuild(makeParts(makeBuild('two'), 'two', 503).parts)).rejects.toThrow(/503/);
  });

  it('removes all caches except its own and those of the two previous builds', async () => {
    const { parts, all } = makeParts(makeBuild('four'));
    for (const name of ['build one', 'other', 'build two', 'build three', 'build four']) all.set(name, new Map());
    await dropOldBuilds(parts);
    expect([...all.keys()]).toEqual(['build two', 'build three', 'build four']);
  });

  it('reloads the shell after an hour, and only accepts one of its own build', async () => {
    const { parts, all, fetcher } = makeParts(makeBuild('one'));
    await keepBuild(parts);
    await refreshShell(parts);
    expect(fetcher).toHaveBeenCalledTimes(1);
    const old = new Response('old', { headers: { date: new Date(Date.now() - 3_700_000).toUTCString() } });
    all.get('build one')?.set('/app-shell.html', old);
    await refreshShell(parts);
    expect(await (await findShell(parts))?.text()).toBe('/app-shell.html');
  });

  it('caches files with a hash on first use, but no errors, and nothing once the cache was removed', async () => {
    const { parts, all, fetcher } = makeParts(makeBuild('one'));
    await keepBuild(parts);
    const ask = () => respondWithFile(parts, new Request(`${ORIGIN}/assets/c-1.js`));
    await ask();
    await ask();
    expect(fetcher.mock.calls.filter(([request]) => pathOf(request) === '/assets/c-1.js')).toHaveLength(1);
    all.clear();
    await ask();
    expect(all.size).toBe(0);
    const broken = makeParts(makeBuild('two'));
    await keepBuild(broken.parts);
    broken.fetcher.mockResolvedValueOnce(new Response('gone', { status: 404 }));
    expect((await respondWithFile(broken.parts, new Request(`${ORIGIN}/assets/d-1.js`))).status).toBe(404);
    expect(broken.all.get('build two')?.has('/assets/d-1.js')).toBe(false);
  });
});

/** Passes a request to the worker. Returns undefined if the worker leaves it to the browser. */
function ask(parts: Parameters<typeof respondToFetch>[1], path: string, init: { mode?: string; method?: string } = {}) {
  const { mode = 'navigate', method = 'GET' } = init;
  const url = path.startsWith('/') ? ORIGIN + path : path;
  let response: Promise<Response> | undefined;
  const event = {
    request: { url, mode, method } as Request,
    waitUntil: (work: Promise<unknown>) => void work,
    respondWith(sent: Promise<Response>) {
      response = sent;
    },
  } as unknown as Fetching;
  respondToFetch(event, parts, ORIGIN, 20);
  return response;
}

describe('The response to a request', () => {
  it.each([
    ['a call of the API', '/api/getProfile', { mode: 'cors' }],
    ['a file of a member', '/api/uploads/users/a.webp', { mode: 'no-cors' }],
    ['a download', '/api/export/file', {}],
    ['another site', 'https://elsewhere.example/', {}],
    ['a feed', '/feeds/all.rss', {}],
    ['an embedded post', '/embed/p/1', {}],
    ['a file beside the pages', '/sitemap.xml', {}],
    ['a form to a page', '/home', { method: 'POST' }],
    ['the manifest', '/manifest.webmanifest', { mode: 'cors' }],
  ])('is left to the browser for %s', (_name, path, init) => {
    expect(ask(makeParts(makeBuild('one')).parts, path, init)).toBeUndefined();
  });

  it("is the server's page unchanged, which is not cached", async () => {
    const { parts, all, fetcher } = makeParts(makeBuild('one'));
    await keepBuild(parts);
    fetcher.mockImplementation(async () => new Response('Ana Lima', { status: 404 }));
    const response = await ask(parts, '/@ana');
    expect([response?.status, await response?.text()]).toEqual([404, 'Ana Lima']);
    expect([...(all.get('build one')?.keys() ?? [])]).toEqual(['/app-shell.html']);
  });

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('offline'))],
    ['is failing', async () => new Response('', { status: 502 })],
    ['is slow', () => new Promise<Response>(() => undefined)],
  ])('is the shell if the server %s', async (_name, behave) => {
    const { parts, fetcher } = makeParts(makeBuild('one'));
    await keepBuild(parts);
    fetcher.mockImplementation(behave);
    expect(await (await ask(parts, '/@ana.lima'))?.text()).toBe('/app-shell.html');
  });

  it("is the network's response if there is no shell", async () => {
    const { parts, fetcher } = makeParts(makeBuild('one'));
    fetcher.mockImplementation(async () => new Response('', { status: 502 }));
    expect((await ask(parts, '/home'))?.status).toBe(502);
    fetcher.mockImplementation(() => Promise.reject(new TypeError('offline')));
    await expect(ask(parts, '/home')).rejects.toThrow('offline');
  });
});

describe('A push', () => {
  it.each([
    ['/p/1?x=2#c', '/p/1?x=2#c'],
    ['https://elsewhere.example/', '/Notification'],
    ['//elsewhere.example/', '/Notification'],
    [String.raw`/\elsewhere.example`, '/Notification'],
    ['javascript:alert(1)', '/Notification'],
    [undefined, '/Notification'],
  ])('opens only paths of this site: %s', (response, path) => {
    expect(toOwnPath(response, ORIGIN)).toBe(path);
  });

  it.each([undefined, '', 'text', '{}', '{"title":7}', 'null'])('is ignored if it cannot be shown: %s', (text) => {
    expect(readPushed(text, ORIGIN)).toBeNull();
  });

  it('is shown with its text, its tag and the total number of unread items', async () => {
    const showNotification = vi.fn(async () => undefined);
    const setAppBadge = vi.fn(async () => undefined);
    const shown = {
      registration: { showNotification },
      navigator: { setAppBadge } as unknown as Navigator,
      location: { origin: ORIGIN } as Location,
    };
    await showPush(shown, JSON.stringify({ title: 'Ana', body: 'likes it', url: '/p/1', tag: 'like', badge: 3 }));
    const expected = { body: 'likes it', tag: 'like', data: { url: '/p/1' } };
    expect(showNotification).toHaveBeenCalledWith('Ana', expect.objectContaining(expected));
    expect(setAppBadge).toHaveBeenCalledWith(3);
  });

  it('opens in the focused window, or in a new one if there is none or it cannot be navigated', async () => {
    const led: string[] = [];
    const makeClient = (name: string, focused: boolean, follows = true): Client => ({
      url: ORIGIN,
      focused,
      focus: async () => undefined,
      async navigate(url) {
        if (!follows) throw new TypeError('not controlled');
        led.push(`${name} ${url}`);
      },
      postMessage: () => undefined,
    });
    const open = async (...clients: Client[]) => {
      const openWindow = vi.fn(async () => undefined);
      await openPage({ claim: async () => undefined, matchAll: async () => clients, openWindow }, '/p/1');
      return openWindow.mock.calls.length;
    };
    expect(await open(makeClient('behind', false), makeClient('used', true))).toBe(0);
    expect(led).toEqual(['used /p/1']);
    expect(await open()).toBe(1);
    expect(await open(makeClient('strange', true, false))).toBe(1);
  });
});
