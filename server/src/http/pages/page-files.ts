/** The scripts and styles that a page needs, named in it: the browser loads them beside those that every page has. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { matchPath, segmentsOf } from './page-heads.ts';

/** Written by the build, `web/page-files.ts`. */
type PageFiles = { paths: string[]; scripts: string[]; styles: string[] }[];

const toTags = ({ scripts, styles }: PageFiles[number]): string =>
  [
    ...styles.map((address) => `<link rel="stylesheet" crossorigin href="${address}" />`),
    ...scripts.map((address) => `<link rel="modulepreload" crossorigin href="${address}" />`),
  ].join('\n    ');

/** Returns a function that inserts the files of the page at a path into the built page; without a build, nothing. */
export function namePageFiles(folder: string): (page: string, pathname: string) => string {
  const list = path.join(folder, '.vite/page-files.json');
  if (!existsSync(list)) return (page) => page;
  const groups: PageFiles = JSON.parse(readFileSync(list, 'utf8'));
  const pages = groups.flatMap((group) => {
    const tags = toTags(group);
    return group.paths.map((each) => ({ pattern: segmentsOf(each), tags }));
  });
  return (page, pathname) => {
    const segments = segmentsOf(pathname);
    const found = pages.find(({ pattern }) => matchPath(pattern, segments) !== null);
    return found ? page.replace('</head>', () => `${found.tags}\n  </head>`) : page;
  };
}
