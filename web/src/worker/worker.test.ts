import { describe, expect, it, vi } from 'vitest';
import { answerFetch } from './answer-fetch.ts';
import { answerFile, type Build, dropOldBuilds, findShell, keepBuild, refreshShell } from './kept-files.ts';
import { openPage, readPushed, showPush, toOwnPath } from './show-push.ts';
import type { Client, Fetching } from './worker-scope.ts';

const ORIGIN = 'https://owls.example';
const pathOf = (asked: RequestInfo | URL): string =>
  new URL(asked instanceof Request ? asked.url : String(asked), ORIGIN).pathname;

/** Caches in memory, with what the worker uses of them. */
function makeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const find = (name: string, asked: RequestInfo | URL) => all.get(name)?.get(pathOf(asked))?.clone();
  const caches = {
    keys: async () => [...all.keys()],
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    match: async (asked: RequestInfo, options?: MultiCacheQueryOptions) =>
      options?.cacheName === undefined
        ? [...all.keys()].map((name) => find(name, asked)).find(Boolean)
        : find(options.cacheName, asked),
    async open(name: string) {
      const cache = all.get(name) ?? new Map<string, Response>();
      all.set(name, cache);
      return {
        put: async (asked: RequestInfo, answer: Response) => void cache.set(pathOf(asked), answer),
      };
    },
  };
  return { caches: caches as unknown as CacheStorage, all };
}

const makeBuild = (version: string, ...files: string[]): Build => ({ version, files });

/** A server with a shell of a build; every other address answers with its path. */
function makeParts(build: Build, served = build.version, status = 200) {
  const { caches, all } = makeCaches();
  const fetcher = vi.fn(async (asked: RequestInfo | URL) => {
    const path = pathOf(asked);
    const headers = new Headers({ date: new Date().toUTCString() });
    if (path === '/app-shell.html') headers.set('x-app-build', served);
    return new Response(path, { status, headers });
  });
  return { parts: { caches, fetch: fetcher as typeof fetch, build }, all, fetcher };
}

describe('Keeping a build', () => {
  it('fetches its files and the shell, and takes those of a build before from there', async () => {
    const first = makeParts(makeBuild('one', '/assets/a-1.js', '/assets/b-1.js'));
    await keepBuild(first.parts);
    expect([...(first.all.get('build one')?.keys() ?? [])].toSorted()).toEqual([
      '/app-shell.html',
      '/assets/a-1.js',
      '/assets/b-1.js',
    ]);
    const next = makeParts(makeBuild('two', '/assets/a-1.js', '/assets/b-2.js'));
    await keepBuild({ ...next.parts, caches: first.parts.caches });
    expect(next.fetcher.mock.calls.map(([asked]) => pathOf(asked))).toEqual(['/app-shell.html', '/assets/b-2.js']);
  });

  it('fails as a whole when a server of another release answers, or none', async () => {
    const other = makeParts(makeBuild('two', '/assets/a-2.js'), 'one');
    await expect(keepBuild(other.parts)).rejects.toThrow(/another build/);
    expect(other.all.size).toBe(0);
    await expect(keepBuild(makeParts(makeBuild('two'), 'two', 503).parts)).rejects.toThrow(/503/);
  });

  it('drops all caches but its own and those of the two builds before', async () => {
    const { parts, all } = makeParts(makeBuild('four'));
    for (const name of ['build one', 'other', 'build two', 'build three', 'build four']) all.set(name, new Map());
    await dropOldBuilds(parts);
    expect([...all.keys()]).toEqual(['build two', 'build three', 'build four']);
  });

  it('loads the shell again after an hour, and only one of its own build', async () => {
    const { parts, all, fetcher } = makeParts(makeBuild('one'));
    await keepBuild(parts);
    await refreshShell(parts);
    expect(fetcher).toHaveBeenCalledTimes(1);
    const old = new Response('old', { headers: { date: new Date(Date.now() - 3_700_000).toUTCString() } });
    all.get('build one')?.set('/app-shell.html', old);
    await refreshShell(parts);
    expect(await (await findShell(parts))?.text()).toBe('/app-shell.html');
  });

  it('keeps files with a hash when they are first asked for, but not errors, and not once it was removed', async () => {
    const { parts, all, fetcher } = makeParts(makeBuild('one'));
    await keepBuild(parts);
    const ask = () => answerFile(parts, new Request(`${ORIGIN}/assets/c-1.js`));
    await ask();
    await ask();
    expect(fetcher.mock.calls.filter(([asked]) => pathOf(asked) === '/assets/c-1.js')).toHaveLength(1);
    all.clear();
    await ask();
    expect(all.size).toBe(0);
    const broken = makeParts(makeBuild('two'));
    await keepBuild(broken.parts);
    broken.fetcher.mockResolvedValueOnce(new Response('gone', { status: 404 }));
    expect((await answerFile(broken.parts, new Request(`${ORIGIN}/assets/d-1.js`))).status).toBe(404);
    expect(broken.all.get('build two')?.has('/assets/d-1.js')).toBe(false);
  });
});

/** Asks the worker; undefined where it leaves the request to the browser. */
function ask(parts: Parameters<typeof answerFetch>[1], path: string, init: { mode?: string; method?: string } = {}) {
  const { mode = 'navigate', method = 'GET' } = init;
  const url = path.startsWith('/') ? ORIGIN + path : path;
  let answer: Promise<Response> | undefined;
  const event = {
    request: { url, mode, method } as Request,
    waitUntil: (work: Promise<unknown>) => void work,
    respondWith(given: Promise<Response>) {
      answer = given;
    },
  } as unknown as Fetching;
  answerFetch(event, parts, ORIGIN, 20);
  return answer;
}

describe('Answering', () => {
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
  ])('leaves %s to the browser', (_name, path, init) => {
    expect(ask(makeParts(makeBuild('one')).parts, path, init)).toBeUndefined();
  });

  it('passes a page on as it is, and keeps nothing of it', async () => {
    const { parts, all, fetcher } = makeParts(makeBuild('one'));
    await keepBuild(parts);
    fetcher.mockImplementation(async () => new Response('Ana Lima', { status: 404 }));
    const answer = await ask(parts, '/@ana');
    expect([answer?.status, await answer?.text()]).toEqual([404, 'Ana Lima']);
    expect([...(all.get('build one')?.keys() ?? [])]).toEqual(['/app-shell.html']);
  });

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('offline'))],
    ['is failing', async () => new Response('', { status: 502 })],
    ['is slow', () => new Promise<Response>(() => undefined)],
  ])('gives the shell where the server %s', async (_name, behave) => {
    const { parts, fetcher } = makeParts(makeBuild('one'));
    await keepBuild(parts);
    fetcher.mockImplementation(behave);
    expect(await (await ask(parts, '/@ana.lima'))?.text()).toBe('/app-shell.html');
  });

  it('gives what the network says where there is no shell', async () => {
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
  ])('opens paths of this site only: %s', (given, path) => {
    expect(toOwnPath(given, ORIGIN)).toBe(path);
  });

  it.each([undefined, '', 'text', '{}', '{"title":7}', 'null'])('is nothing when it cannot be shown: %s', (text) => {
    expect(readPushed(text, ORIGIN)).toBeNull();
  });

  it('is shown with its words, its tag and the number of all that is unread', async () => {
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

  it('opens in the window that is in use, and in a new one where there is none or it cannot be led', async () => {
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
