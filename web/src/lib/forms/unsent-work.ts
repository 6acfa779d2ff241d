/**
 * What a member has written here and not sent, by the names it is kept under: drafts (`draft:…:<member>…`), messages that
 * wait (`outbox:<member>:<message>`), and their files. Nobody who uses this browser next is to find it.
 */
const FILES_DATABASE = 'afterhours-outbox';
const FILES_STORE = 'files';

function listKeys(memberId: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => /^(draft|outbox):/.test(key) && key.includes(memberId));
  } catch {
    return [];
  }
}

/** How many messages wait to be sent, and how many drafts there are. */
export function countUnsent(memberId: string): { messages: number; drafts: number } {
  const keys = listKeys(memberId);
  const messages = keys.filter((key) => key.startsWith('outbox:')).length;
  return { messages, drafts: keys.length - messages };
}

function forgetFiles(isTheirs: (key: string) => boolean): void {
  if (typeof indexedDB === 'undefined') return;
  const opening = indexedDB.open(FILES_DATABASE);
  opening.addEventListener('success', () => {
    const database = opening.result;
    if (!database.objectStoreNames.contains(FILES_STORE)) {
      database.close();
      indexedDB.deleteDatabase(FILES_DATABASE);
      return;
    }
    const store = database.transaction(FILES_STORE, 'readwrite').objectStore(FILES_STORE);
    const keys = store.getAllKeys();
    keys.addEventListener('success', () => {
      for (const key of keys.result) if (typeof key === 'string' && isTheirs(key)) store.delete(key);
      database.close();
    });
  });
}

/** Removes all of it from this browser. */
export function forgetUnsent(memberId: string): void {
  const keys = listKeys(memberId);
  for (const key of keys) localStorage.removeItem(key);
  const messages = new Set(keys.map((key) => key.split(':').at(-1)));
  forgetFiles((key) => key.includes(memberId) || messages.has(key));
}
