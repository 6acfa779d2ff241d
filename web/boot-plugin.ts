/** Inlines `boot.js` into the page: as a separate file it would delay the first paint by a round trip. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const TAG = /<script\s+src="\/boot\.js"([^>]*)><\/script>/;

/** Returns the script without its comments, each of which is on its own line. */
const readBoot = (): string => readFileSync(`${import.meta.dirname}/boot.js`, 'utf8').replaceAll(/^\s*\/\/.*\n/gm, '');

export function boot(): Plugin {
  return {
    name: 'afterhours:boot',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(
          TAG,
          (_tag, attributes: string) => `<script${attributes.replaceAll(/\s+/g, ' ')}>\n${readBoot()}</script>`,
        ),
    },
  };
}
