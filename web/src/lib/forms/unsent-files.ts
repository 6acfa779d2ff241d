/**
 * Files that wait to be sent, under a key of their message: in IndexedDB, where they survive a reload; in memory where
 * the browser refuses that.
 */
import { createStore, del, delMany, get, keys, set } from 'idb-keyval';

const store = createStore('afterhours-outbox', 'files');
const memory = new Map<string, File[]>();

/** Uses IndexedDB, which may be missing or refuse. Returns undefined then. */
async function attempt<T>(run: () => Promise<T>): Promise<{ value: T } | undefined> {
  try {
    return { value: await run() };
  } catch {
    return undefined;
  }
}

/** Keeps files. Resolves once they are on the disk, or in memory. */
export async function writeFiles(key: string, files: File[]): Promise<void> {
  const isStored = await attempt(() => set(key, files, store));
  if (isStored) memory.delete(key);
  else memory.set(key, files);
}

/** The files kept under a key; none when there are none any more. */
export async function readFiles(key: string): Promise<File[]> {
  const inMemory = memory.get(key);
  if (inMemory) return inMemory;
  const stored = await attempt<unknown>(() => get(key, store));
  return Array.isArray(stored?.value) ? stored.value.filter((file) => file instanceof File) : [];
}

export async function removeFiles(key: string): Promise<void> {
  memory.delete(key);
  await attempt(() => del(key, store));
}

/** Removes the files under all keys for which the condition is true. */
export async function removeFilesWhere(isTheirs: (key: string) => boolean): Promise<void> {
  for (const key of memory.keys()) if (isTheirs(key)) memory.delete(key);
  await attempt(async () => {
    const stored = await keys(store);
    await delMany(
      stored.filter((key) => typeof key === 'string' && isTheirs(key)),
      store,
    );
  });
}
