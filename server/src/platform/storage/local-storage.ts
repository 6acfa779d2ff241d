import { rmSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '#db/id.ts';
import type { Storage } from './storage.ts';

/** No key begins with a period. */
const PARTS = '.parts';
const KEY = /^[a-z]+\/[\w-]+(\.[a-z0-9]+)?$/i;

/** Files below one folder; written aside, flushed, then moved. What a killed process left aside is removed. */
export function createLocalStorage(root: string): Storage {
  rmSync(path.join(root, PARTS), { recursive: true, force: true });
  const locate = (key: string): string => {
    if (!KEY.test(key)) throw new Error(`not a storage key: ${key}`);
    return path.join(root, key);
  };
  const sizeOf = async (key: string): Promise<number | null> => {
    if (!KEY.test(key)) return null;
    const found = await stat(path.join(root, key)).catch(() => null);
    return found?.isFile() ? found.size : null;
  };
  return {
    async put(key, file) {
      const target = locate(key);
      await mkdir(path.dirname(target), { recursive: true });
      await mkdir(path.join(root, PARTS), { recursive: true });
      const part = path.join(root, PARTS, newId());
      try {
        await copyFile(file.path, part);
        const handle = await open(part, 'r+');
        await handle.sync().finally(() => handle.close());
        await rename(part, target);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    size: sizeOf,
    async read(key, range) {
      if (!KEY.test(key)) return null;
      // One handle for size and content: the file may be removed at any moment.
      const handle = await open(path.join(root, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!handle) return null;
      return { stream: handle.createReadStream(range), bytes: (await handle.stat()).size };
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => rm(locate(key), { force: true })));
    },
  };
}
