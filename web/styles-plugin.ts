/**
 * Class names are written where they are used. The two stylesheets are for all pages, and so the names of all pages
 * would be in the scripts that every page loads: 6 KB of those of /home, compressed.
 */
import type { Plugin } from 'vite';

const DEFAULT_IMPORT = /\bimport (\w+) from ('[^']+\.module\.css')/g;

/** As names of their own the bundler can write them into the modules that use them; as one object it can not. */
const nameImports: Plugin = {
  name: 'afterhours:name-class-imports',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx?$/, code: /\.module\.css'/ },
    handler: (code) => ({ code: code.replaceAll(DEFAULT_IMPORT, 'import * as $1 from $2'), map: null }),
  },
};

/** Styles stay in the stylesheet although nothing is left of their module. */
const keepStyles: Plugin = {
  name: 'afterhours:keep-styles',
  apply: 'build',
  enforce: 'post',
  transform: {
    order: 'post',
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
  },
};

export const inlineClassNames = (): Plugin[] => [nameImports, keepStyles];
