/** Makes parts of the program load their files through `load-files.ts`, which can retry files that failed to load. */
import path from 'node:path';
import type { Plugin } from 'vite';

/** The Vite module that every `import()` with files of its own goes through. */
const VITE_LOADER = /^\0vite\/preload-helper\.js$/;
const OUR_LOADER = path.resolve(import.meta.dirname, 'src/lib/parts/load-files.ts');

export function partFiles(): Plugin {
  return {
    name: 'afterhours:part-files',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: VITE_LOADER },
      handler: () => `export { loadFiles as __vitePreload } from ${JSON.stringify(OUR_LOADER)};`,
    },
  };
}
