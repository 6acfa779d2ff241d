import { afterEach, expect, it, vi } from 'vitest';
import { countReadBefore } from './count-read-before.ts';

/** Lays out posts of the initial page at these tops, in px. */
function layOut(tops: readonly number[], height: number): void {
  document.body.innerHTML = `<div id="starting">${tops.map(() => '<article></article>').join('')}</div>`;
  for (const [index, post] of [...document.querySelectorAll('article')].entries())
    vi.spyOn(post, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, tops[index], 400, height));
}

afterEach(() => {
  document.body.innerHTML = '';
});

it('The posts of the initial page in view or above are counted', () => {
  layOut([-300, 100, window.innerHeight + 1], 400);
  expect(countReadBefore()).toBe(2);
});

it('Hidden posts of the initial page are not counted, so that a list is not rendered all at once', () => {
  layOut([0, 0, 0], 0);
  expect(countReadBefore()).toBe(0);
});
