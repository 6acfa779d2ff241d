import { afterEach, expect, it, vi } from 'vitest';
import { sharingItems } from './sharing-items.ts';

afterEach(() => vi.unstubAllGlobals());

const labels = () => sharingItems('/p/1', 'Post by Ana').map(({ label }) => label);

it("A page can be shared by link and by mail, and through the system's share sheet if there is one", async () => {
  expect(labels()).toEqual(['Copy link', 'Send by email']);
  const shared = vi.fn<Navigator['share']>().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', { share: shared });
  expect(labels()).toEqual(['Copy link', 'Share…', 'Send by email']);
  sharingItems('/p/1', 'Post by Ana')[1]?.onSelect?.();
  expect(shared).toHaveBeenCalledWith({ title: 'Post by Ana', url: `${location.origin}/p/1` });
});

it('A mail about a page has its title and full address, and encodes spaces without plus signs', () => {
  const opened: string[] = [];
  vi.stubGlobal('location', { origin: 'https://after.example', assign: (address: string) => opened.push(address) });
  sharingItems('/p/1', 'Post by Ana & Bo')
    .find(({ label }) => label === 'Send by email')
    ?.onSelect?.();
  expect(opened).toEqual(['mailto:?subject=Post%20by%20Ana%20%26%20Bo&body=https%3A%2F%2Fafter.example%2Fp%2F1']);
});
