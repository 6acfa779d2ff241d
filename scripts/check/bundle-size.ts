import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../run/run-tool.ts';

/** Part of Vite's manifest: one built file, what it needs at once, what it may load later. */
type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; isEntry?: boolean };
type Manifest = Record<string, Chunk>;

const DIST = path.join(ROOT, 'web/dist');

/**
 * Limits in KB (1024 bytes) of gzip. A page is the entry, its modules' chunks, and all that these import statically.
 */
const PAGES: { name: string; limit: number; modules: string[] }[] = [
  { name: 'landing', limit: 120, modules: ['src/features/account/pages/landing-page.tsx'] },
  { name: 'login', limit: 120, modules: ['src/features/account/pages/login-page.tsx'] },
  { name: 'home', limit: 200, modules: ['src/features/feed/pages/home-page.tsx', 'src/app/routes/member-routes.tsx'] },
];
const LAZY_LIMIT = 60;
const CSS_LIMIT = 30;

export type SizeRow = { name: string; kilobytes: number; limit: number };

/** Measures the built web part against the limits. Throws an Error that names a page module missing from the build. */
export function measureBundle(): SizeRow[] {
  const manifest = readManifest();
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
  const pages = PAGES.map(({ name, limit, modules }) => {
    for (const module of modules) {
      if (manifest[module] === undefined) throw new Error(`The build has no chunk for ${module}, page "${name}".`);
    }
    const files = collectScripts(manifest, [...entries, ...modules]);
    return { name: `first script of ${name}`, kilobytes: sumGzip(files), limit };
  });
  return [...pages, largestLazy(manifest, entries), allStyles(manifest)];
}

/** Prints the table. Returns how many rows are within their limit and how many exceed it. */
export function reportBundle(rows: SizeRow[]): { passed: number; failed: number } {
  for (const { name, kilobytes, limit } of rows) {
    const over = kilobytes > limit;
    console.log(`  ${over ? '✗' : '✓'} ${name.padEnd(40)} ${kilobytes.toFixed(1).padStart(7)} KB of ${limit} KB`);
  }
  const failed = rows.filter(({ kilobytes, limit }) => kilobytes > limit).length;
  return { passed: rows.length - failed, failed };
}

function readManifest(): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8'));
  return manifest;
}

function collectScripts(manifest: Manifest, keys: string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(chunk.file)) continue;
    if (/\.m?js$/.test(chunk.file)) found.add(chunk.file);
    collectScripts(manifest, chunk.imports ?? [], found);
  }
  return found;
}

/** A lazy part is any script that the entry does not need at once. */
function largestLazy(manifest: Manifest, entries: string[]): SizeRow {
  const first = collectScripts(manifest, entries);
  const lazy = [...collectScripts(manifest, Object.keys(manifest))].filter((file) => !first.has(file));
  const sizes = lazy.map((file) => ({ file, kilobytes: sumGzip([file]) }));
  const largest = sizes.toSorted((one, other) => other.kilobytes - one.kilobytes)[0];
  const name = largest === undefined ? 'no lazy part' : `largest lazy part (${path.basename(largest.file)})`;
  return { name, kilobytes: largest?.kilobytes ?? 0, limit: LAZY_LIMIT };
}

function allStyles(manifest: Manifest): SizeRow {
  const chunks = Object.values(manifest);
  const named = chunks.flatMap(({ css }) => css ?? []);
  const files = [...named, ...chunks.map(({ file }) => file).filter((file) => file.endsWith('.css'))];
  return { name: 'all styles', kilobytes: sumGzip(new Set(files)), limit: CSS_LIMIT };
}

function sumGzip(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(path.join(DIST, file))).length;
  return bytes / 1024;
}
