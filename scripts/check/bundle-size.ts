/** Compares the scripts and styles of the web build with limits: their sizes, and the files that each page loads. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PageFiles } from '../../web/page-files.ts';
import { ROOT } from '../run/run-tool.ts';

const DIST = path.join(ROOT, 'web/dist');

/**
 * Kilobytes (1024 bytes), gzipped, of the scripts that a page loads first. Pages that only show posts load no schemas.
 */
const SCRIPT_LIMITS: Record<string, number> = { '/Login': 114, '/home': 194, '/activities': 200 };
const OTHER_SCRIPT_LIMIT = 225;
/** Number of scripts. Pages outside the shell load none later. */
const SCRIPT_COUNTS: Record<string, number> = { '/Login': 3, '/home': 6, '/first-evening': 8 };
/** Number of files. One more script loads once the page is shown. */
const MAX_SCRIPTS = 7;
const MAX_STYLES = 3;
const LAZY_LIMIT = 60;
/** The pseudo-locale of the tests, whose texts are larger than those of any other language. */
const PSEUDO_LANGUAGE = /en-XA-/;
const LANGUAGE_LIMIT = 75;
const STYLES_LIMIT = 30;
const WORKER_LIMIT = 5;

export type SizeRow = { name: string; size: number; limit: number; unit: 'KB' | 'files' };

const sumGzip = (files: readonly string[]): number =>
  files.reduce((bytes, file) => bytes + gzipSync(readFileSync(path.join(DIST, file))).length, 0) / 1024;

const listAssets = (extension: string): string[] =>
  readdirSync(path.join(DIST, 'assets'))
    .filter((name) => name.endsWith(extension))
    .map((name) => `/assets/${name}`);

/** Measures the web build. Throws if there is no build. */
export function measureBundle(): SizeRow[] {
  const html = readFileSync(path.join(DIST, 'index.html'), 'utf8');
  const always = {
    scripts: [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map((match) => match[1] ?? ''),
    styles: [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map((match) => match[1] ?? ''),
  };
  const pages: PageFiles = JSON.parse(readFileSync(path.join(DIST, '.vite/page-files.json'), 'utf8'));
  const first = new Set(always.scripts);
  const landing = readFileSync(path.join(DIST, 'landing-open.html'), 'utf8');
  const rows = pages.flatMap(({ paths, scripts, styles }): SizeRow[] => {
    const page = paths[0] ?? '';
    if (page === '/') {
      const scriptCount = landing.match(/<script[^>]* src=/g)?.length ?? 0;
      return [{ name: 'scripts of /', size: scriptCount, limit: 0, unit: 'files' }];
    }
    const all = [...always.scripts, ...scripts];
    for (const script of scripts) first.add(script);
    return [
      { name: `scripts of ${page}`, size: sumGzip(all), limit: SCRIPT_LIMITS[page] ?? OTHER_SCRIPT_LIMIT, unit: 'KB' },
      { name: `scripts of ${page}`, size: all.length, limit: SCRIPT_COUNTS[page] ?? MAX_SCRIPTS, unit: 'files' },
      { name: `styles of ${page}`, size: always.styles.length + styles.length, limit: MAX_STYLES, unit: 'files' },
    ];
  });
  const later = listAssets('.js').filter((file) => !first.has(file));
  const largestOf = (files: readonly string[]) => Math.max(...files.map((file) => sumGzip([file])));
  const isLanguage = (file: string) => PSEUDO_LANGUAGE.test(file);
  return [
    ...rows,
    {
      name: 'largest script loaded later',
      size: largestOf(later.filter((file) => !isLanguage(file))),
      limit: LAZY_LIMIT,
      unit: 'KB',
    },
    { name: 'all texts of a language', size: largestOf(later.filter(isLanguage)), limit: LANGUAGE_LIMIT, unit: 'KB' },
    { name: 'service worker', size: sumGzip(['.vite/sw.js']), limit: WORKER_LIMIT, unit: 'KB' },
    { name: 'all styles', size: sumGzip(listAssets('.css')), limit: STYLES_LIMIT, unit: 'KB' },
  ];
}

/** Prints the table. Returns how many rows are within their limits and how many exceed them. */
export function reportBundle(rows: SizeRow[]): { passed: number; failed: number } {
  for (const { name, size, limit, unit } of rows) {
    const shown = unit === 'KB' ? size.toFixed(1) : String(size);
    console.log(`  ${size > limit ? '✗' : '✓'} ${name.padEnd(40)} ${shown.padStart(7)} of ${limit} ${unit}`);
  }
  const failed = rows.filter(({ size, limit }) => size > limit).length;
  return { passed: rows.length - failed, failed };
}
