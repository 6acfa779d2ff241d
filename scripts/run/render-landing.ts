/** Renders the landing pages for guests as complete HTML without the application, which loads with the first form. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageFiles } from '../../web/page-files.ts';

const PROGRAM = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g;
const ROOT_CONTENT = /(<div id="root">)[\s\S]*(<\/div>\s*<noscript>)/;
const WITHOUT_SCRIPTS = /\s*<noscript>[\s\S]*<\/noscript>/;

/**
 * Writes a `landing-<mode>.html` for each mode of joining beside `index.html` in `folder`. `moduleFile` is the built
 * module of `web/src/landing.tsx`. The pages list the scripts of the sign-in page, the program first; `boot.js`
 * prefetches them once the page is loaded.
 */
export async function renderLandingPages(folder: string, moduleFile: string): Promise<void> {
  const { renderLandings }: { renderLandings: () => Record<string, string> } = await import(
    pathToFileURL(moduleFile).href
  );
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const pages: PageFiles = JSON.parse(readFileSync(path.join(folder, '.vite/page-files.json'), 'utf8'));
  const program = [...html.matchAll(PROGRAM)].map((match) => match[1] ?? '');
  const signIn = pages.find(({ paths }) => paths.includes('/Login'))?.scripts ?? [];
  const prefetched = [...program.toReversed(), ...signIn].join(' ');
  for (const [mode, content] of Object.entries(renderLandings())) {
    const landing = html
      .replaceAll(PROGRAM, '')
      .replace(ROOT_CONTENT, (_all, before: string, after: string) => before + content + after)
      .replace(WITHOUT_SCRIPTS, '')
      .replace('<script data-', `<script data-landing="${prefetched}" data-`);
    writeFileSync(path.join(folder, `landing-${mode}.html`), landing);
  }
}
