/** The scripts and styles that a page needs, named in it: the browser loads them beside those that every page has. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { matchPath, segmentsOf } from './described-pages.ts';

/** Written by the build, `web/page-files.ts`. */
type PageFiles = { paths: string[]; scripts: string[]; styles: string[] }[];

const toLinks = (attributes: string, addresses: string[]): string =>
  addresses.map((address) => `<link ${attributes} crossorigin href="${address}" />\n  `).join('');

/** What loads the program in the built page, and the script inside it that has attributes of data. */
const PROGRAM = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g;
const BOOT = '<script data-';

/** Leaves it to `boot.js` when the program is loaded, with these scripts beside it: what is read comes first. */
function loadByBoot(page: string, scripts: readonly string[]): string {
  // The program itself is the last of its files.
  const program = [...page.matchAll(PROGRAM)].map(([, address = '']) => address).toReversed();
  const named = `<script data-program="${[...program, ...scripts].join(' ')}" data-`;
  return page.replaceAll(PROGRAM, '').replace(BOOT, () => named);
}

/** Returns a function that inserts the files of the page at a path into the built page; without a build, nothing. */
export function namePageFiles(folder: string): (page: string, pathname: string) => string {
  const list = path.join(folder, '.vite/page-files.json');
  if (!existsSync(list)) return (page) => page;
  const groups: PageFiles = JSON.parse(readFileSync(list, 'utf8'));
  const pages = groups.flatMap(({ paths, scripts, styles }) => {
    const files = { scripts, styles: toLinks('rel="stylesheet"', styles) };
    return paths.map((each) => ({ pattern: segmentsOf(each), ...files }));
  });
  return (page, pathname) => {
    const segments = segmentsOf(pathname);
    const found = pages.find(({ pattern }) => matchPath(pattern, segments) !== null);
    if (!found) return loadByBoot(page, []);
    // What the page shows until its program is there does not wait for the styles of the program.
    return loadByBoot(page, found.scripts).replace('</body>', () => `${found.styles}</body>`);
  };
}
