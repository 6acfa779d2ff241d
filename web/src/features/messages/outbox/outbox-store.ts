/**
 * What was written and is not yet with the server: an entry of its own each in the browser's storage, by member, so
 * that tabs never overwrite each other's. Where storage is refused entries live as long as the page.
 */
export type OutboxFile = {
  name: string;
  type: string;
  size: number;
  filetype: 'image' | 'attachment';
  width: number | null;
  height: number | null;
};

export type OutboxEntry = {
  /** The id of the message, made here: sent twice it is stored once. Ids sort by the time they were made. */
  client_id: string;
  receiver_id: string;
  content: string;
  files: OutboxFile[];
  createdAt: string;
  /** Why the server does not take it; null while it waits to be sent. */
  failure: string | null;
};

const PREFIX = 'outbox:';
const memory = new Map<string, string>();

const keyOf = (memberId: string, clientId: string): string => `${PREFIX}${memberId}:${clientId}`;

function listKeys(prefix: string): string[] {
  const kept: string[] = [];
  try {
    for (let at = 0; at < localStorage.length; at++) kept.push(localStorage.key(at) ?? '');
  } catch {
    // Refused: what is in memory is all there is.
  }
  return [...new Set([...kept, ...memory.keys()])].filter((key) => key.startsWith(prefix)).sort();
}

function read(key: string): OutboxEntry | null {
  try {
    const value: unknown = JSON.parse(memory.get(key) ?? localStorage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null && 'client_id' in value ? (value as OutboxEntry) : null;
  } catch {
    return null;
  }
}

/** What a member has waiting, in the order it was written. */
export const readOutbox = (memberId: string): OutboxEntry[] =>
  listKeys(`${PREFIX}${memberId}:`).flatMap((key) => read(key) ?? []);

export const readOutboxEntry = (memberId: string, clientId: string): OutboxEntry | null =>
  read(keyOf(memberId, clientId));

export function writeOutboxEntry(memberId: string, entry: OutboxEntry): void {
  const key = keyOf(memberId, entry.client_id);
  const text = JSON.stringify(entry);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

export function removeOutboxEntry(memberId: string, clientId: string): void {
  const key = keyOf(memberId, clientId);
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Was in memory only, and is gone from there.
  }
}

/** Tells when another tab has changed an entry of a member; `gone` when it is no longer there. Answers how to stop. */
export function watchOutbox(memberId: string, listener: (clientId: string, gone: boolean) => void): () => void {
  const prefix = `${PREFIX}${memberId}:`;
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(prefix)) listener(key.slice(prefix.length), newValue === null);
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
