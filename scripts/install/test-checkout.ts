/** Small checkouts in which tests run `bootstrap.mjs`. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const SCRIPTS = path.dirname(import.meta.dirname);

export function write(folder: string, file: string, content: unknown): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
}

const inInstall = (file: string): string => path.join('install', file);

/** Builds a small checkout that needs no registry. Its only package is a folder that provides `node`. */
export function buildCheckout(pinned: 'same' | 'other' | 'broken' = 'same'): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'afterhours-checkout-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o755);
  mkdirSync(path.join(root, 'scripts/install'), { recursive: true });
  for (const file of ['bootstrap.mjs', ...['install.mjs', 'install-lock.mjs', 'as-required-node.cjs'].map(inInstall)]) {
    copyFileSync(path.join(SCRIPTS, file), path.join(root, 'scripts', file));
  }
  write(
    root,
    'scripts/commands/start.ts',
    `console.log('started ' + process.argv.slice(2).join(' ')); process.exitCode = 7;`,
  );
  write(root, 'package.json', {
    name: 'checkout',
    version: '1.0.0',
    type: 'module',
    engines: { node: '>=26.0.0' },
    dependencies: { own: 'file:own' },
  });
  write(root, 'own/package.json', { name: 'own', version: '26.0.0', bin: { node: 'bin/node' } });
  mkdirSync(path.join(root, 'own/bin'));
  if (pinned === 'same') symlinkSync(process.execPath, path.join(root, 'own/bin/node'));
  else if (pinned === 'other')
    write(root, 'own/bin/node', `#!/bin/sh\necho "another node"\nexec '${process.execPath}' "$@"\n`);
  else write(root, 'own/bin/node', '#!/bin/sh\necho "libatomic.so.1: cannot open shared object file" >&2\nexit 127\n');
  if (pinned !== 'same') chmodSync(path.join(root, 'own/bin/node'), 0o755);
  write(root, 'package-lock.json', {
    name: 'checkout',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'checkout', version: '1.0.0', dependencies: { own: 'file:own' } },
      own: { version: '26.0.0', bin: { node: 'bin/node' } },
      'node_modules/own': { resolved: 'own', link: true },
    },
  });
  return root;
}

/**
 * Builds such a checkout as npm leaves it, for tests that are not about the installation. If the marker were made in
 * another way one day, these tests would install as the others do.
 */
export function buildInstalled(pinned?: 'same' | 'other' | 'broken'): string {
  const root = buildCheckout(pinned);
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`).update(lock);
  write(root, 'node_modules/.afterhours-installed', hash.digest('hex'));
  mkdirSync(path.join(root, 'node_modules/.bin'));
  symlinkSync('../../own/bin/node', path.join(root, 'node_modules/.bin/node'));
  return root;
}

type Outcome = { code: number; out: string };

type Options = { uid?: number; path?: string; env?: Record<string, string> };

export function startBootstrap(root: string, words: string[], options: Options = {}) {
  const { npm_execpath: _npm, ...rest } = process.env;
  const env = {
    ...rest,
    npm_config_offline: 'true',
    HOME: root,
    PATH: options.path ?? process.env['PATH'],
    ...options.env,
  };
  const child = spawn(process.execPath, [path.join(root, 'scripts/bootstrap.mjs'), ...words], {
    env,
    cwd: root,
    uid: options.uid,
    gid: options.uid,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const outcome = once(child, 'close').then((): Outcome => ({ code: child.exitCode ?? -1, out }));
  return { child, outcome };
}

export function bootstrap(root: string, words: string[], options?: Options): Promise<Outcome> {
  return startBootstrap(root, words, options).outcome;
}

export function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
