/** Renders the landing page for guests as complete HTML without the application, which loads with the first form. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageFiles } from '../../web/page-files.ts';

const PROGRAM = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g;
const ROOT_CONTENT = /(<div id="root">)[\s\S]*(<\/div>\s*<noscript>)/;
const WITHOUT_SCRIPTS = /\s*<noscript>[\s\S]*<\/noscript>/;

/**
 * Writes `landing.html` beside `index.html` in `folder`. `moduleFile` is the built module of `web/src/landing.tsx`. The
 * page lists the scripts of the sign-in page, the program first; `boot.js` prefetches them once the page is loaded.
 */
export async function renderLandingPage(folder: string, moduleFile: string): Promise<void> {
  const { renderLanding }: { renderLanding: () => string } = await import(pathToFileURL(moduleFile).href);
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const pages: PageFiles = JSON.parse(readFileSync(path.join(folder, '.vite/page-files.json'), 'utf8'));
  const program = [...html.matchAll(PROGRAM)].map((match) => match[1] ?? '');
  const signIn = pages.find(({ paths }) => paths.includes('/Login'))?.scripts ?? [];
  const prefetched = [...program.toReversed(), ...signIn].join(' ');
  const landing = html
    .replaceAll(PROGRAM, '')
    .replace(ROOT_CONTENT, (_all, before: string, after: string) => before + renderLanding() + after)
    .replace(WITHOUT_SCRIPTS, '')
    .replace('<script data-', `<script data-landing="${prefetched}" data-`);
  writeFileSync(path.join(folder, 'landing.html'), landing);
}
