import { afterEach, expect, it, vi } from 'vitest';
import { FILE_LOST, loadFiles } from './load-files.ts';

afterEach(() => document.head.replaceChildren());

const links = () =>
  [...document.head.querySelectorAll('link')].map((link) => `${link.rel} ${link.getAttribute('href')}`);

/** Stands in for the browser: the last link that was added has loaded, or has not. */
const end = (how: 'load' | 'error') => document.head.lastElementChild?.dispatchEvent(new Event(how));

const build = () => vi.fn(() => Promise.resolve('the part'));

it('A part is imported once its files are there; a file that was lost is requested again', async () => {
  const start = build();
  const lost = vi.fn();
  addEventListener(FILE_LOST, lost);
  const loading = loadFiles(start, ['assets/a.js']);
  expect(links()).toEqual(['preload /assets/a.js']);
  end('error');
  await expect(loading).rejects.toThrow('/assets/a.js');
  removeEventListener(FILE_LOST, lost);
  expect([start.mock.calls.length, lost.mock.calls.length, links()]).toEqual([0, 1, []]);
  const again = loadFiles(start, ['assets/a.js']);
  expect(start).not.toHaveBeenCalled();
  end('load');
  expect(await again).toBe('the part');
  expect(await loadFiles(start, ['assets/a.js'])).toBe('the part');
  expect(links()).toEqual(['preload /assets/a.js']);
});

it('What the page itself names is not requested', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/b.js">';
  const loading = loadFiles(build(), ['assets/b.js', 'assets/c.js']);
  expect(links()).toEqual(['modulepreload /assets/b.js', 'preload /assets/c.js']);
  end('load');
  await loading;
});

it('A stylesheet that was lost is removed, and requested again', async () => {
  const loading = loadFiles(build(), ['assets/a.css']);
  end('error');
  await expect(loading).rejects.toThrow('/assets/a.css');
  expect(links()).toEqual([]);
  const again = loadFiles(build(), ['assets/a.css']);
  expect(links()).toEqual(['stylesheet /assets/a.css']);
  end('load');
  expect(await again).toBe('the part');
});
