/**
 * Messages that are written but not yet on the server. Each is a separate entry in the browser's storage, by member, so
 * that tabs never overwrite each other's.
 */
import { browserStorage, parseStored } from '#lib/browser/storage.ts';

export type OutboxFile = {
  name: string;
  type: string;
  size: number;
  filetype: 'image' | 'attachment';
  width: number | null;
  height: number | null;
};

export type OutboxEntry = {
  /**
   * The id of the message, created in the browser, so that the server stores it once. Ids sort by the time they were
   * created.
   */
  client_id: string;
  receiver_id: string;
  content: string;
  files: OutboxFile[];
  createdAt: string;
  /** Why the server rejected it; null while it waits to be sent. */
  failure: string | null;
  /** True if the server rejected its files, which it would do again. */
  filesRejected?: boolean;
};

const PREFIX = 'outbox:';
const keyOf = (memberId: string, clientId: string): string => `${PREFIX}${memberId}:${clientId}`;

function readEntry(key: string): OutboxEntry | null {
  const value = parseStored(browserStorage.get(key));
  return typeof value === 'object' && value !== null && 'client_id' in value ? (value as OutboxEntry) : null;
}

/** Returns a member's waiting messages, in the order in which they were written. */
export const readOutbox = (memberId: string): OutboxEntry[] =>
  browserStorage.keys(`${PREFIX}${memberId}:`).flatMap((key) => readEntry(key) ?? []);

export const readOutboxEntry = (memberId: string, clientId: string): OutboxEntry | null =>
  readEntry(keyOf(memberId, clientId));

export const writeOutboxEntry = (memberId: string, entry: OutboxEntry): void =>
  browserStorage.set(keyOf(memberId, entry.client_id), JSON.stringify(entry));

export const removeOutboxEntry = (memberId: string, clientId: string): void =>
  browserStorage.remove(keyOf(memberId, clientId));

/**
 * Calls `listener` when another tab changes an entry of the member; `gone` is true if it was removed. Returns a
 * function that stops watching.
 */
export function watchOutbox(memberId: string, listener: (clientId: string, gone: boolean) => void): () => void {
  const prefix = `${PREFIX}${memberId}:`;
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(prefix)) listener(key.slice(prefix.length), newValue === null);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
