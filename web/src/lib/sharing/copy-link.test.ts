import toast from 'react-hot-toast/headless';
import { afterEach, expect, it, vi } from 'vitest';
import { copyLink } from './copy-link.ts';

afterEach(() => vi.unstubAllGlobals());

it('The link of a page is copied with the address of the site; where that is refused, it is said', async () => {
  const [succeeded, failed] = [vi.spyOn(toast, 'success'), vi.spyOn(toast, 'error')];
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  await copyLink('/activities#1');
  const link = `${location.origin}/activities#1`;
  expect(copied).toEqual([link]);
  expect(succeeded.mock.calls.map(([message]) => message)).toEqual(['Link copied.']);
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } });
  await copyLink('/activities#1');
  expect(failed.mock.calls.map(([message]) => message)).toEqual([`Copying is not allowed here. The link is ${link}`]);
});
