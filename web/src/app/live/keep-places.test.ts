import { afterEach, expect, it, vi } from 'vitest';
import { keepPlacesOnLeave } from './keep-places.ts';

afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

/** Leaves a page with this content, and returns the ids of the entries that are kept. */
function leave(path: string, content: string): unknown[] {
  history.replaceState(null, '', path);
  document.body.innerHTML = `<main>${content}</main>`;
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const stop = keepPlacesOnLeave();
  document.dispatchEvent(new Event('visibilitychange'));
  stop();
  const [, ...entries] = JSON.parse(localStorage.getItem(`places:${path.toLowerCase()}`) ?? '[]');
  return entries.map(([id]: [string]) => id);
}

it('Posts are kept without the saved searches above them and the comments in them', () => {
  const post = '<div data-slot="post" data-row="post"><ul><li data-row="comment"></li></ul></div>';
  expect(leave('/jobs', `<ul><li data-row="search"></li></ul>${post}`)).toEqual(['post']);
});

it('Rows are kept on pages without posts', () => {
  expect(leave('/Notification', '<ul><li data-row="one"></li><li data-row="two"></li></ul>')).toEqual(['one', 'two']);
});
