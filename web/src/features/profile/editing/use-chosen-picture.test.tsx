import { act, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useChosenPicture } from './use-chosen-picture.ts';

afterEach(() => vi.unstubAllGlobals());

const build = (name: string) => new File(['x'], name, { type: 'image/png' });
const nextTask = () => act(() => new Promise((resolve) => setTimeout(resolve)));

it('The address of a picture is revoked once it is no longer shown, but not by StrictMode', async () => {
  const revoked: string[] = [];
  let count = 0;
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => `blob:${++count}`;
      static override revokeObjectURL = (address: string) => void revoked.push(address);
    },
  );
  const file = build('first.png');
  const { result, unmount } = renderHook(() => useChosenPicture(file), { wrapper: StrictMode });
  await nextTask();
  const first = result.current.src;
  expect(first).toMatch(/^blob:/);
  expect(revoked).not.toContain(first);
  act(() => result.current.choose(build('second.png')));
  await nextTask();
  expect(revoked).toEqual([first]);
  const second = result.current.src;
  unmount();
  await nextTask();
  expect(revoked).toEqual([first, second]);
});
