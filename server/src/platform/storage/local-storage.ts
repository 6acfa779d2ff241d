import { readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { newId } from '#db/statements/id.ts';
import { type FileModes, PRIVATE } from '../private-files.ts';
import type { ListedObject, Storage } from './storage.ts';

/** No key begins with a period. */
const PARTS = '.parts';
const KEY = /^[a-z]+\/[\w-]+(\.[a-z0-9]+)?$/i;

/** No upload takes this long; an older file was left behind by a killed process. */
const PART_LIFETIME_MS = HOUR_MS;

/** Deletes old temporary files, but none that another process is still writing. */
function removeOldParts(folder: string): void {
  for (const name of readNames(folder)) {
    const changed = statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - changed > PART_LIFETIME_MS) rmSync(path.join(folder, name), { force: true });
  }
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Copies a file below `root` under a temporary name, flushes it, and moves it to `target`. */
async function putFile(root: string, target: string, file: string, modes: FileModes): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: modes.folder });
  await mkdir(path.join(root, PARTS), { recursive: true, mode: modes.folder });
  const part = path.join(root, PARTS, newId());
  try {
    await copyFile(file, part);
    const handle = await open(part, 'r+');
    await handle
      .chmod(modes.file)
      .then(() => handle.sync())
      .finally(() => handle.close());
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function* listFiles(root: string): AsyncGenerator<ListedObject> {
  for (const folder of await readdir(root).catch(() => [])) {
    if (folder.startsWith('.')) continue;
    for await (const entry of await opendir(path.join(root, folder))) {
      const key = `${folder}/${entry.name}`;
      const found = await stat(path.join(root, key)).catch(() => null);
      if (found?.isFile() && KEY.test(key)) yield { key, bytes: found.size, changedAt: found.mtime };
    }
  }
}

/**
 * Stores files below one folder: each is written under a temporary name, flushed, then moved. Leftovers of killed
 * processes are deleted.
 */
export function createLocalStorage(root: string, modes: FileModes = PRIVATE): Storage {
  removeOldParts(path.join(root, PARTS));
  const locate = (key: string): string => {
    if (!KEY.test(key)) throw new Error(`not a storage key: ${key}`);
    return path.join(root, key);
  };
  return {
    put: async (key, file) => putFile(root, locate(key), file.path, modes),
    async size(key) {
      if (!KEY.test(key)) return null;
      const found = await stat(path.join(root, key)).catch(() => null);
      return found?.isFile() ? found.size : null;
    },
    async read(key, range) {
      if (!KEY.test(key)) return null;
      // One handle for size and content, because the file may be removed at any moment.
      const handle = await open(path.join(root, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!handle) return null;
      return { stream: handle.createReadStream(range), bytes: (await handle.stat()).size };
    },
    list: () => listFiles(root),
    async remove(keys) {
      await Promise.all(keys.map((key) => rm(locate(key), { force: true })));
    },
  };
}
