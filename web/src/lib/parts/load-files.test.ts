import { afterEach, expect, it, vi } from 'vitest';
import { FILE_LOST, isFileGone, loadFiles } from './load-files.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

/** Stubs the network; `response` may be changed between requests. */
function serve(response: { ok: boolean; status?: number }) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    requested.push(address);
    return Promise.resolve({ ...response, arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) });
  });
  return requested;
}

it('A part is imported once its files are loaded; a file that failed to load is requested again', async () => {
  const response = { ok: false };
  const requested = serve(response);
  const start = vi.fn(() => Promise.resolve('the part'));
  const lost = vi.fn();
  addEventListener(FILE_LOST, lost);
  await expect(loadFiles(start, ['assets/a.js'])).rejects.toThrow('/assets/a.js');
  removeEventListener(FILE_LOST, lost);
  expect([start.mock.calls.length, lost.mock.calls.length]).toEqual([0, 1]);
  response.ok = true;
  expect(await loadFiles(start, ['assets/a.js'])).toBe('the part');
  expect(await loadFiles(start, ['assets/a.js'])).toBe('the part');
  expect(requested).toEqual(['/assets/a.js', '/assets/a.js']);
});

it('A file that the server no longer has is told apart from one that it cannot send just now', async () => {
  const response = { ok: false, status: 404 };
  serve(response);
  const load = () => loadFiles(() => Promise.resolve(), ['assets/d.js']).catch((error: unknown) => error);
  expect(isFileGone(await load())).toBe(true);
  response.status = 503;
  expect(isFileGone(await load())).toBe(false);
});

it('Files that the page itself references are not requested', async () => {
  const requested = serve({ ok: true });
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/b.js">';
  await loadFiles(() => Promise.resolve(), ['assets/b.js', 'assets/c.js']);
  expect(requested).toEqual(['/assets/c.js']);
});

it('A stylesheet that failed to load is removed and requested again; one that is gone is told apart', async () => {
  const response = { ok: false, status: 404 };
  serve(response);
  const styles = () => [...document.head.querySelectorAll('link')];
  const fail = async () => {
    const loading = loadFiles(() => Promise.resolve(), ['assets/a.css']).catch((error: unknown) => error);
    styles()[0]?.dispatchEvent(new Event('error'));
    const error = await loading;
    expect(error).toMatchObject({ message: '/assets/a.css could not be loaded' });
    expect(styles()).toEqual([]);
    return isFileGone(error);
  };
  expect(await fail()).toBe(true);
  response.ok = true;
  expect(await fail()).toBe(false);
  const again = loadFiles(() => Promise.resolve('the part'), ['assets/a.css']);
  styles()[0]?.dispatchEvent(new Event('load'));
  expect(await again).toBe('the part');
});
