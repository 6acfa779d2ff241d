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

/** Makes styles and scripts smaller by short class names. Fails for two classes that would get the same one. */
export function shortClassNames() {
  const owners = new Map<string, string>();
  return {
    generateScopedName: '[hash:base64:4]',
    getJSON(file: string, names: Record<string, string>): void {
      for (const [name, short] of Object.entries(names)) {
        const owner = `.${name} of ${file}`;
        const other = owners.get(short) ?? owner;
        if (other !== owner) throw new Error(`Rename ${owner}: its short name is that of ${other}.`);
        owners.set(short, owner);
      }
    },
  };
}

export const inlineClassNames = (): Plugin[] => [nameImports, keepStyles];
