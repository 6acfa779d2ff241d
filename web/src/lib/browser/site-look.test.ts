import { expect, it, vi } from 'vitest';
import { showLook } from './site-look.ts';

vi.mock('@afterhours/contract/community/accent', () => {
  throw new Error('offline');
});

it('A community without an accent: no further file is loaded, and the accent of the page is removed', async () => {
  document.adoptedStyleSheets ??= [];
  document.head.innerHTML = '<style>:root:root{--accent:red}</style><style>p{}</style>';
  await showLook({ name: 'Lamplight', logo: null, accent: null });
  expect(document.head.innerHTML).toBe('<style>p{}</style>');
});
