/**
 * Puts the bundler's own helpers, 400 bytes that every file needs, into the file that every page loads. The bundler
 * leaves them in a file of their own, which is one more request on every page.
 */
import type { Plugin, Rolldown } from 'vite';

const EXPORTS = /export\{([^}]*)\};?\s*$/;

/** `s as n,l` as what is before `as` and what is after it. */
const parseNames = (list: string): [string, string][] =>
  list.split(',').map((each) => {
    const [first = '', second = first] = each.trim().split(' as ');
    return [first, second];
  });

const nameOf = ({ fileName }: Rolldown.OutputChunk): string => fileName.replace(/^.*\//, '');
const findImport = (file: string) => new RegExp(`import\\{([^}]*)\\}from"\\./${file.replaceAll('.', '\\.')}";`);
const namesIn = (pattern: RegExp, { code }: Rolldown.OutputChunk) => parseNames(pattern.exec(code)?.[1] ?? '');
/** What other files import a helper as; the names that the bundler gives are shorter. */
const helperName = (name: string): string => `helper_${name}`;

/** The code of `base` with that of `helpers`, which it exports, too. */
function takeIn(base: Rolldown.OutputChunk, helpers: Rolldown.OutputChunk): string {
  const imported = findImport(nameOf(helpers));
  const names = namesIn(imported, base);
  const kept = names.map(([helper, own]) => `${helper}:${own}`).join(',');
  const given = namesIn(EXPORTS, helpers).map(([own, helper]) => `${helper}:${own}`);
  const exported = names.map(([helper, own]) => `${own} as ${helperName(helper)}`);
  return base.code
    .replace(imported, () => `const{${kept}}=(()=>{${helpers.code.replace(EXPORTS, '')}return{${given.join(',')}}})();`)
    .replace(EXPORTS, (_whole, before: string) => `export{${[before, ...exported].join(',')}};`);
}

/** The code of a file that takes its helpers from `base`. */
function takeFrom(base: Rolldown.OutputChunk, helpers: Rolldown.OutputChunk, { code }: Rolldown.OutputChunk): string {
  return code.replace(findImport(nameOf(helpers)), (_whole, names: string) => {
    const wanted = parseNames(names).map(([helper, own]) => `${helperName(helper)} as ${own}`);
    return `import{${wanted.join(',')}}from"./${nameOf(base)}";`;
  });
}

export function mergeRuntime(): Plugin {
  return {
    name: 'afterhours:merge-runtime',
    apply: 'build',
    generateBundle: {
      // Before anything reads which file imports which.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const helpers = chunks.find(({ name }) => name === 'rolldown-runtime');
        const base = chunks.find(({ name }) => name === 'base');
        if (!helpers || !base) return;
        for (const chunk of chunks.filter(({ imports }) => imports.includes(helpers.fileName))) {
          chunk.code = chunk === base ? takeIn(base, helpers) : takeFrom(base, helpers, chunk);
          chunk.imports = [...new Set(chunk.imports.map((file) => (file === helpers.fileName ? base.fileName : file)))];
          chunk.imports = chunk.imports.filter((file) => file !== chunk.fileName);
          if (chunk.code.includes(nameOf(helpers))) this.error(`${chunk.fileName} imports helpers in an unknown way.`);
        }
        delete bundle[helpers.fileName];
      },
    },
  };
}
