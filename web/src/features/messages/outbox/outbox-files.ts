/**
 * Files that wait to be sent, under a key of their message: in IndexedDB, where they survive a reload; in memory where
 * the browser refuses that.
 */
const DATABASE = 'afterhours-outbox';
const STORE = 'files';

const memory = new Map<string, File[]>();
let opening: Promise<IDBDatabase | null> | undefined;

function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') {
      resolve(null);
      return;
    }
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
    request.addEventListener('success', () => resolve(request.result));
    for (const name of ['error', 'blocked']) request.addEventListener(name, () => resolve(null));
  });
  return opening;
}

/** Runs one request and waits until it is on the disk; undefined when it could not be. */
async function run<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<{ value: T } | null> {
  const database = await open();
  if (!database) return null;
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve({ value: request.result }));
      for (const name of ['error', 'abort']) transaction.addEventListener(name, () => resolve(null));
    } catch {
      resolve(null);
    }
  });
}

/** Keeps files; answers once they are kept. */
export async function writeFiles(key: string, files: File[]): Promise<void> {
  const kept = await run('readwrite', (store) => store.put(files, key));
  if (kept) memory.delete(key);
  else memory.set(key, files);
}

/** The files kept under a key; none when there are none any more. */
export async function readFiles(key: string): Promise<File[]> {
  const held = memory.get(key);
  if (held) return held;
  const kept = await run('readonly', (store): IDBRequest<unknown> => store.get(key));
  return Array.isArray(kept?.value) ? kept.value.filter((file) => file instanceof File) : [];
}

export async function removeFiles(key: string): Promise<void> {
  memory.delete(key);
  await run('readwrite', (store) => store.delete(key));
}
