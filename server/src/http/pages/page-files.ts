/** Names the scripts and styles that a page needs, so that the browser loads them together with those of every page. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { matchPath, segmentsOf } from './described-pages.ts';

/** Written by the build, `web/page-files.ts`. */
type PageFiles = { paths: string[]; scripts: string[]; styles: string[] }[];

const toLinks = (attributes: string, addresses: string[]): string =>
  addresses.map((address) => `<link ${attributes} crossorigin href="${address}" />\n  `).join('');

/** The tags that load the application in the built page, and the inline script, which has data attributes. */
const PROGRAM = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g;
const BOOT = '<script data-';

/** Makes `boot.js` decide when to load the application and these scripts, so that readable content comes first. */
function loadByBoot(page: string, scripts: readonly string[]): string {
  // The application itself is the last of its files.
  const program = [...page.matchAll(PROGRAM)].map(([, address = '']) => address).toReversed();
  const named = `<script data-program="${[...program, ...scripts].join(' ')}" data-`;
  return page.replaceAll(PROGRAM, '').replace(BOOT, () => named);
}

/** Returns a function that inserts the files for the page at a path into the built page; without a build, nothing. */
export function createPageFileInserter(folder: string): (page: string, pathname: string) => string {
  const list = path.join(folder, '.vite/page-files.json');
  if (!existsSync(list)) return (page) => page;
  const groups: PageFiles = JSON.parse(readFileSync(list, 'utf8'));
  const pages = groups.flatMap(({ paths, scripts, styles }) => {
    const files = { scripts, styles: toLinks('rel="stylesheet"', styles) };
    return paths.map((pathname) => ({ pattern: segmentsOf(pathname), ...files }));
  });
  return (page, pathname) => {
    const segments = segmentsOf(pathname);
    const files = pages.find(({ pattern }) => matchPath(pattern, segments) !== null);
    if (!files) return loadByBoot(page, []);
    // What the page shows before the application runs does not wait for the application's styles.
    return loadByBoot(page, files.scripts).replace('</body>', () => `${files.styles}</body>`);
  };
}
