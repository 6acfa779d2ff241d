import { expect, it } from 'vitest';
import { renderMissing } from './guest-pages.ts';

const BUILT = '<body><div id="root"></div><noscript><h1>The network</h1></noscript></body>';

it('A missing page says so to readers without scripts and links to others; a deleted one says it was deleted', () => {
  const page = renderMissing(BUILT, false);
  expect(page).toContain('<h1>There is nothing at this address.</h1>');
  expect(page).toContain('<a href="/webinars">Webinars</a>');
  expect(page).not.toContain('The network');
  expect(page).toContain('<div id="root"></div>');
  expect(renderMissing(BUILT, true)).toContain('<h1>The page at this address has been deleted.</h1>');
});
