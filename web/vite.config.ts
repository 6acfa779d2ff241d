import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { boot } from './boot-plugin.ts';
import { createChunkNames } from './chunks.ts';
import { cutFonts } from './fonts.ts';
import { pageFiles } from './page-files.ts';
import { partFiles } from './part-files-plugin.ts';
import { inlineClassNames, shortClassNames } from './styles-plugin.ts';
import { texts } from './texts-plugin.ts';
import { worker } from './worker-plugin.ts';

const preloadedFonts = /(display-latin-(?!ext-)|instrument-sans-latin-wght-normal-).*\.woff2$/;

/** Preloads the two Latin font files with the document, instead of after the stylesheet has been parsed. */
function preloadFonts(): Plugin {
  return {
    name: 'afterhours:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }): HtmlTagDescriptor[] {
        return Object.keys(bundle)
          .filter((file) => preloadedFonts.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend',
          }));
      },
    },
  };
}

/** Where our cut of the display face is written; styles refer to it as `@fonts/`. */
const fonts = path.resolve(import.meta.dirname, '../.cache/fonts');

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

export default defineConfig(async ({ command, isSsrBuild = false }) => {
  await cutFonts(fonts);
  const pages = { name: createChunkNames(), debugName: 'pages', includeDependenciesRecursively: false };
  return {
    resolve: { alias: { '@fonts': fonts } },
    root: import.meta.dirname,
    plugins: [
      texts(),
      react(),
      ...(isSsrBuild ? [] : [boot(), preloadFonts(), pageFiles(), partFiles(), inlineClassNames(), worker()]),
    ],
    // In development, names show their origin.
    css: { modules: command === 'build' ? shortClassNames() : {} },
    build: {
      target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
      // The content security policy is font-src 'self' and script-src 'self', so nothing may become a data URL or an
      // inline script.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      manifest: true,
      rolldownOptions: {
        // Needed by `inlineClassNames`.
        optimization: { inlineConst: { mode: 'all' as const, pass: 1 } },
        output: { codeSplitting: isSsrBuild ? false : { groups: [pages] } },
      },
    },
    server: {
      proxy: {
        '/api': api,
        '/socket.io': { target: api, ws: true },
      },
    },
  };
});
