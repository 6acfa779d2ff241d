/**
 * Writes class names into the modules that use them. The two stylesheets are shared by all pages, so the class names of
 * all pages would otherwise be in the scripts that every page loads: 6 KB of the compressed scripts of /home.
 */
import type { Plugin } from 'vite';

const DEFAULT_IMPORT = /\bimport (\w+) from ('[^']+\.module\.css')/g;

/** The bundler can inline the class names as named imports, but not as properties of one object. */
const nameImports: Plugin = {
  name: 'afterhours:name-class-imports',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx?$/, code: /\.module\.css'/ },
    handler: (code) => ({ code: code.replaceAll(DEFAULT_IMPORT, 'import * as $1 from $2'), map: null }),
  },
};

/** Keeps styles in the stylesheet although nothing else is left of their module. */
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
