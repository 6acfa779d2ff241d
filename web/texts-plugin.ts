/** Texts in the build: English messages are compiled in place, and the pseudo-locale is derived from them. */
import type { Plugin } from 'vite';
import { checkCatalog, readCatalogs } from '../scripts/texts/catalog.ts';
import { type Collected, collectTexts, findTexts, listSources } from '../scripts/texts/collect.ts';
import { compileText } from '../scripts/texts/icu.ts';
import { toPseudo } from '../scripts/texts/pseudo.ts';
import { parseSource } from '../scripts/texts/syntax.ts';

const PSEUDO = 'virtual:texts/en-XA';

/** Returns the source with all messages that have arguments compiled for Lingui; undefined if there are none. */
function compileTexts(file: string, source: string): string | undefined {
  let compiled = source;
  // From the end, so that earlier positions stay valid.
  for (const { node, message } of findTexts(parseSource(file, source)).texts.toReversed()) {
    const tokens = compileText(message);
    if (tokens.every((token) => typeof token === 'string') && tokens.join('') === message) continue;
    compiled = compiled.slice(0, node.start) + JSON.stringify(tokens) + compiled.slice(node.end);
  }
  return compiled === source ? undefined : compiled;
}

function pseudoCatalog({ texts }: Collected): string {
  const messages = [...texts.values()].map(({ id, message }) => [id, toPseudo(message)]);
  return `export default ${JSON.stringify(Object.fromEntries(messages))};`;
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Replaces `%texts:id%` in the document by the text in all available languages, as JSON. These texts are shown when the
 * program fails to load.
 */
export function writeDocumentTexts(html: string, english: Collected['texts'], catalogs = readCatalogs()): string {
  return html.replaceAll(/%texts:([\w.-]+)%/g, (_, id: string) => {
    const text = english.get(id);
    if (!text) throw new Error(`index.html refers to the text ${id}, which is not defined.`);
    const others = [...catalogs].map(([language, catalog]) => [language, catalog[id]]);
    const translations = {
      en: text.message,
      ...Object.fromEntries(others),
      'en-XA': toPseudo(text.message)
        .filter((token) => typeof token === 'string')
        .join(''),
    };
    return escapeAttribute(JSON.stringify(translations));
  });
}

export function texts(): Plugin {
  let building = false;
  const collect = () => collectTexts(listSources('contract/src', 'web/src'));
  return {
    name: 'afterhours:texts',
    enforce: 'pre',
    configResolved: ({ command }) => {
      building = command === 'build';
    },
    buildStart() {
      if (!building) return;
      const { texts: english, problems } = collect();
      const wrong = [...readCatalogs()].flatMap(([language, catalog]) =>
        checkCatalog(english, catalog).map((problem) => `${language}: ${problem}`),
      );
      if (problems.length + wrong.length > 0) this.error([...problems, ...wrong].join('\n'));
    },
    transformIndexHtml: { order: 'pre', handler: (html) => writeDocumentTexts(html, collect().texts) },
    resolveId: (id) => (id === PSEUDO ? `\0${PSEUDO}` : null),
    load: (id) => (id === `\0${PSEUDO}` ? pseudoCatalog(collect()) : null),
    transform(source, id) {
      const file = id.split('?')[0] ?? id;
      if (!building || !/\.tsx?$/.test(file) || !source.includes('defineMessages(')) return null;
      const code = compileTexts(file, source);
      return code === undefined ? null : { code, map: null };
    },
  };
}
