import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { usePostKeys } from './use-post-keys.ts';

const HEIGHT_PX = 400;
let scrolled = 0;

function List() {
  const list = useRef<HTMLDivElement>(null);
  usePostKeys(list);
  return (
    <div ref={list}>
      {[0, 1, 2, 3].map((at) => (
        <div key={at} data-slot={at}>
          <article data-post tabIndex={-1}>
            {at}
          </article>
        </div>
      ))}
    </div>
  );
}

beforeEach(() => {
  scrolled = 0;
  Element.prototype.scrollIntoView = () => undefined;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    return new DOMRect(0, Number(this.getAttribute('data-slot')) * HEIGHT_PX - scrolled, 600, HEIGHT_PX);
  });
});

/** Returns the post that has the focus after the keys. */
async function press(keys: string): Promise<string | undefined> {
  await userEvent.keyboard(keys);
  return document.activeElement?.closest('[data-slot]')?.textContent;
}

it('j and k move by one post from the focused one', async () => {
  render(<List />);
  expect(await press('j')).toBe('0');
  expect(await press('jj')).toBe('2');
  expect(await press('k')).toBe('1');
  expect(await press('kk')).toBe('0');
  expect(await press('jjjjj')).toBe('3');
});

it('While no post has the focus, j moves to the first one in view, and k to the one before it', async () => {
  scrolled = 2 * HEIGHT_PX;
  render(<List />);
  expect(await press('j')).toBe('2');
  (document.activeElement as HTMLElement).blur();
  expect(await press('k')).toBe('1');
});

it('Below the last post, k moves to it, and j to none', async () => {
  scrolled = 5 * HEIGHT_PX;
  render(<List />);
  expect(await press('j')).toBeUndefined();
  expect(await press('k')).toBe('3');
});
