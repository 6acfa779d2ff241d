/** The scripts and styles that a page needs, named in it: the browser loads them beside those that every page has. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { matchPath, segmentsOf } from './described-pages.ts';

/** Written by the build, `web/page-files.ts`. */
type PageFiles = { paths: string[]; scripts: string[]; styles: string[] }[];

const toLinks = (attributes: string, addresses: string[]): string =>
  addresses.map((address) => `<link ${attributes} crossorigin href="${address}" />\n  `).join('');

/** Returns a function that inserts the files of the page at a path into the built page; without a build, nothing. */
export function namePageFiles(folder: string): (page: string, pathname: string) => string {
  const list = path.join(folder, '.vite/page-files.json');
  if (!existsSync(list)) return (page) => page;
  const groups: PageFiles = JSON.parse(readFileSync(list, 'utf8'));
  const pages = groups.flatMap(({ paths, scripts, styles }) => {
    const links = {
      scripts: toLinks('rel="modulepreload" fetchpriority="low"', scripts),
      styles: toLinks('rel="stylesheet"', styles),
    };
    return paths.map((each) => ({ pattern: segmentsOf(each), ...links }));
  });
  return (page, pathname) => {
    const segments = segmentsOf(pathname);
    const found = pages.find(({ pattern }) => matchPath(pattern, segments) !== null);
    if (!found) return page;
    // What the page shows until its program is there does not wait for the styles of the program.
    return page.replace('</head>', () => `${found.scripts}</head>`).replace('</body>', () => `${found.styles}</body>`);
  };
}
