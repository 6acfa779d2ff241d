import type { RegistrationMode } from '@afterhours/contract/community/community';
import { expect, it } from 'vitest';
import { renderMain, renderMissing } from './guest-pages.ts';
import { html } from './html.ts';

const BUILT = '<body><div id="root"></div><noscript><h1>The network</h1></noscript></body>';

it('A missing page says so to readers without scripts and links to others; a deleted one says it was deleted', () => {
  const page = renderMissing(BUILT, false, 'open');
  expect(page).toContain('<h1>There is nothing at this address.</h1>');
  expect(page).toContain('<a href="/webinars">Webinars</a>');
  expect(page).not.toContain('The network');
  expect(page).toContain('<div id="root"></div>');
  expect(renderMissing(BUILT, true, 'open')).toContain('<h1>The page at this address has been deleted.</h1>');
});

it.each<[RegistrationMode, string | null]>([
  ['open', 'Join'],
  ['approval', 'Ask to join'],
  ['invitation', 'I have an invitation'],
  ['closed', null],
])('The links below a page of a community say how to join: %s', (mode, label) => {
  const described = { head: { title: 'Jobs', path: '/jobs' }, main: html`<h1>Jobs</h1>` };
  for (const page of [renderMissing(BUILT, false, mode), renderMain(BUILT, described, mode)]) {
    expect(page).toContain('<a href="/Login">Sign in</a>');
    expect(/<a href="\/Register">([^<]*)<\/a>/.exec(page)?.[1] ?? null).toBe(label);
  }
});
