import toast from 'react-hot-toast/headless';
import { afterEach, expect, it, vi } from 'vitest';
import { copyLink } from './copy-link.ts';

afterEach(() => vi.unstubAllGlobals());

it("A page's link is copied with the site's address, and shown in an error if copying is not allowed", async () => {
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
