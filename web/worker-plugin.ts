/**
 * Builds the service worker with the list of files that it caches. The worker is written next to the build's metadata,
 * where the server finds it.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/** Languages are cached once they are chosen, fonts for other scripts once they are used. */
const NOT_KEPT = /\/(en-XA|[a-z]{2}(-[A-Z]{2})?)-[\w-]{8}\.js$/;
const KEPT_FONTS = /\/(display-latin-(?!ext-)|instrument-sans-latin-wght-normal-).*\.woff2$/;

const isKept = (file: string): boolean =>
  (/\.(js|css)$/.test(file) && !NOT_KEPT.test(file)) || (file.endsWith('.woff2') && KEPT_FONTS.test(file));

type AppBuild = { version: string; files: string[] };

/** Returns the worker as a single script without imports. */
async function buildWorker(appBuild: AppBuild): Promise<string> {
  const output = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    define: { APP_BUILD: JSON.stringify(appBuild) },
    build: {
      write: false,
      target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
      modulePreload: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'src/worker/sw.ts'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const [first] = (Array.isArray(output) ? output : [output]) as Rolldown.RolldownOutput[];
  const script = first?.output.find(({ type }) => type === 'chunk');
  if (script?.type !== 'chunk') throw new Error('The service worker was not built.');
  return script.code;
}

export function worker(): Plugin {
  return {
    name: 'afterhours:worker',
    apply: 'build',
    generateBundle: {
      // The page refers to its scripts by then.
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.keys(bundle).filter(isKept).toSorted();
        const page = bundle['index.html'];
        const html = page?.type === 'asset' ? String(page.source) : '';
        const hash = createHash('sha256')
          .update(JSON.stringify([files, html]))
          .digest('base64url');
        const appBuild = { version: hash.slice(0, 12), files: files.map((file) => `/${file}`) };
        this.emitFile({ type: 'asset', fileName: '.vite/sw.js', source: await buildWorker(appBuild) });
        this.emitFile({ type: 'asset', fileName: '.vite/build.txt', source: appBuild.version });
      },
    },
  };
}
