/**
 * Files that wait to be sent, by their message's key: in IndexedDB, where they survive a reload, or in memory where the
 * browser refuses IndexedDB, or does not answer.
 */
import { createStore, del, delMany, get, keys, set } from 'idb-keyval';
import { answerInTime } from '../answer-limit.ts';

const store = createStore('afterhours-outbox', 'files');
const memory = new Map<string, File[]>();

/** Runs an operation on IndexedDB, which may be missing, refuse or be silent. Returns undefined if it fails. */
async function attempt<T>(run: () => Promise<T>): Promise<{ value: T } | undefined> {
  try {
    return { value: await answerInTime(run()) };
  } catch {
    return undefined;
  }
}

/** Stores files, which can be read at once. Resolves when they are on disk, or stay in memory. */
export async function writeFiles(key: string, files: File[]): Promise<void> {
  memory.set(key, files);
  const isStored = await attempt(() => set(key, files, store));
  // They may have been removed or replaced in the meantime.
  if (isStored && memory.get(key) === files) memory.delete(key);
}

/** Returns the files stored under a key; an empty list if there are none (any more). */
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

/** Removes the files under all keys for which the predicate is true. */
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
