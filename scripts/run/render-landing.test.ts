import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { renderLandingPage } from './render-landing.ts';

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
  writeFileSync(path.join(folder, 'landing.mjs'), "export const renderLanding = () => '<h1>Costs $& nothing</h1>';");
  await renderLandingPage(folder, path.join(folder, 'landing.mjs'));
  const landing = readFileSync(path.join(folder, 'landing.html'), 'utf8');
  expect(landing).toContain('<div id="root"><h1>Costs $& nothing</h1></div>');
  expect(landing).not.toContain('type="module"');
  expect(landing).not.toMatch(/starting|noscript/);
  expect(landing).toContain(
    '<script data-landing="/assets/base.js /assets/runtime.js /assets/login.js" data-try-again="x">',
  );
});
