import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { renderLandingPages } from './render-landing.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-landing-'));
afterEach(() => rmSync(folder, { recursive: true }));

const INDEX = `<!doctype html>
<html>
  <head>
    <script data-try-again="x">boot();</script>
    <script type="module" crossorigin src="/assets/runtime.js"></script>
    <script type="module" crossorigin src="/assets/base.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/base.css">
  </head>
  <body>
    <div id="root">
      <div id="starting">Afterhours</div>
    </div>
    <noscript><main>Please allow scripts.</main></noscript>
  </body>
</html>
`;

it('The landing page is complete without scripts and lists the scripts that the sign-in page needs', async () => {
  mkdirSync(path.join(folder, '.vite'));
  writeFileSync(path.join(folder, 'index.html'), INDEX);
  const pages = [{ paths: ['/Login'], scripts: ['/assets/login.js'], styles: [] }];
  writeFileSync(path.join(folder, '.vite/page-files.json'), JSON.stringify(pages));
  writeFileSync(
    path.join(folder, 'landing.mjs'),
    "export const renderLandings = () => ({ open: '<h1>Costs $& nothing</h1>', closed: '<h1>Later</h1>' });",
  );
  await renderLandingPages(folder, path.join(folder, 'landing.mjs'));
  const landing = readFileSync(path.join(folder, 'landing-open.html'), 'utf8');
  expect(landing).toContain('<div id="root"><h1>Costs $& nothing</h1></div>');
  expect(readFileSync(path.join(folder, 'landing-closed.html'), 'utf8')).toContain('<h1>Later</h1>');
  expect(landing).not.toContain('type="module"');
  expect(landing).not.toMatch(/starting|noscript/);
  expect(landing).toContain(
    '<script data-landing="/assets/base.js /assets/runtime.js /assets/login.js" data-try-again="x">',
  );
});
