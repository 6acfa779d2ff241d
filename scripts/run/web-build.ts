import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { explainFolder, StartError } from '../../server/src/platform/start-error.ts';
import { precompress } from './precompress.ts';
import { renderLandingPages } from './render-landing.ts';
import { buildFolder, removeUnfinishedBuilds } from './unfinished-builds.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const DIST = path.join(ROOT, 'web/dist');
const CACHE = path.join(ROOT, '.cache');
const HASH_FILE = '.build-hash';
const SKIPPED = new Set(['dist', 'node_modules', 'coverage']);

/**
 * Builds the web application if its sources, the contract, the tools for texts or the lock file have changed since the
 * last build. The previous build stays in place until the new one replaces it. Returns whether it built. Throws
 * StartError if the build fails.
 */
export async function buildWebIfStale(onNotice: (line: string) => void): Promise<boolean> {
  const hash = hashSources();
  if (readStoredHash() === hash) return false;
  const startedAt = performance.now();
  onNotice('Building the web application.');
  await explainFolder(ROOT, async () => {
    mkdirSync(CACHE, { recursive: true });
    removeUnfinishedBuilds(CACHE);
    const fresh = buildFolder(CACHE);
    try {
      await build(fresh, '--manifest');
      await build(`${fresh}-landing`, '--ssr', 'src/landing.tsx');
      await renderLandingPages(fresh, path.join(`${fresh}-landing`, 'landing.js'));
      precompress(fresh);
      writeFileSync(path.join(fresh, HASH_FILE), hash);
      replaceDist(fresh);
    } finally {
      for (const folder of [fresh, `${fresh}-landing`]) rmSync(folder, { recursive: true, force: true });
    }
  });
  onNotice(`The web application is built (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`);
  return true;
}

async function build(outDir: string, ...flags: string[]): Promise<void> {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn', ...flags];
  try {
    await run(process.execPath, args, { cwd: path.join(ROOT, 'web'), env: { ...process.env, NODE_ENV: 'production' } });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new StartError(`The web application could not be built:\n${output}`, { cause: error });
  }
}

/** Renames twice instead of copying. If two processes build at once, the later one may keep the other's build. */
function replaceDist(fresh: string): void {
  const old = `${fresh}-old`;
  try {
    if (existsSync(DIST)) renameSync(DIST, old);
    renameSync(fresh, DIST);
  } catch (error) {
    if (readStoredHash() !== readHash(fresh)) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

function readStoredHash(): string | undefined {
  return readHash(DIST);
}

function readHash(folder: string): string | undefined {
  try {
    return readFileSync(path.join(folder, HASH_FILE), 'utf8');
  } catch {
    return undefined;
  }
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of [
    'package-lock.json',
    ...listFiles('contract/src'),
    ...listFiles('scripts/texts'),
    ...listFiles('web'),
  ]) {
    if (file.endsWith('.test.ts') || file.endsWith('.test.tsx')) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(folder: string): string[] {
  const entries = readdirSync(path.join(ROOT, folder), { withFileTypes: true });
  return entries
    .filter((entry) => !SKIPPED.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
    .toSorted();
}
