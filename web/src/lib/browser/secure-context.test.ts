import { afterEach, expect, it, vi } from 'vitest';
import { copyText, makeRandomId, runInOneTab } from './secure-context.ts';

afterEach(() => vi.unstubAllGlobals());

const insecure = () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.stubGlobal('navigator', {});
};

it('Random ids are distinct version 4 UUIDs, even without a secure context', () => {
  insecure();
  const ids = Array.from({ length: 100 }, makeRandomId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('A text is copied through a selection where scripts have no clipboard, and leaves nothing in the page', async () => {
  insecure();
  const copied: string[] = [];
  Object.assign(document, {
    execCommand: () => copied.push((document.activeElement as HTMLTextAreaElement).value) > 0,
  });
  expect(await copyText('code')).toBe(true);
  expect(copied).toEqual(['code']);
  expect(document.querySelector('textarea')).toBeNull();
});

it('Work for one tab runs at once where the browser has no locks', async () => {
  insecure();
  const work = vi.fn(() => Promise.resolve());
  await runInOneTab('sending', work);
  expect(work).toHaveBeenCalledTimes(1);
});
