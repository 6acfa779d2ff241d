/**
 * Lists the scripts and styles of each page for the server, which adds them to the page: the browser then loads them at
 * once, instead of discovering each one when the previous one has arrived.
 */
import { pagePaths } from '@afterhours/contract/pages';
import type { Plugin, Rolldown } from 'vite';
import { GUEST_PAGES, MEMBER_PAGES } from './chunks.ts';

/**
 * The content of `.vite/page-files.json`: the files of these pages in addition to those of every page, as addresses.
 */
export type PageFiles = { paths: readonly string[]; scripts: string[]; styles: string[] }[];

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Returns a file and everything it imports statically. */
function collectFiles(chunks: Chunks, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const imported of chunks.get(file)?.imports ?? []) collectFiles(chunks, imported, found);
  return found;
}

function findChunk(chunks: Chunks, name: string): string {
  for (const chunk of chunks.values()) if (chunk.name === name) return chunk.fileName;
  throw new Error(`The build has no file named ${name}.`);
}

function listFiles(chunks: Chunks): PageFiles {
  const always = collectFiles(chunks, findChunk(chunks, 'base'));
  const filesOf = (...names: string[]) => {
    const scripts = new Set<string>();
    for (const name of names) collectFiles(chunks, findChunk(chunks, name), scripts);
    const own = [...scripts].filter((file) => !always.has(file));
    const styles = new Set(own.flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]));
    return { scripts: own.map((file) => `/${file}`), styles: [...styles].map((file) => `/${file}`) };
  };
  const guests = Object.entries(GUEST_PAGES).map(([name, { paths }]) => ({ paths, ...filesOf(name) }));
  const members = Object.entries(MEMBER_PAGES).map(([name, { paths }]) => ({ paths, ...filesOf('member', name) }));
  return [...guests, ...members];
}

export function pageFiles(): Plugin {
  return {
    name: 'afterhours:page-files',
    apply: 'build',
    // Styles and the initial content have priority over the program, which takes longer to load.
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" '),
    },
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
      const pages = listFiles(chunks);
      const named = new Set(pages.flatMap(({ paths }) => paths));
      const missing = pagePaths.filter((path) => !named.has(path));
      if (missing.length > 0) this.error(`chunks.ts lists no files for these pages: ${missing.join(', ')}`);
      this.emitFile({ type: 'asset', fileName: '.vite/page-files.json', source: JSON.stringify(pages) });
    },
  };
}
