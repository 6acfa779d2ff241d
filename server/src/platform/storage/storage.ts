/**
 * Storage of uploaded files: one port, with a local folder or an S3-compatible store behind it. Every call to a store
 * that is away throws a StorageError.
 */
import type { Readable } from 'node:stream';

export type ByteRange = { start: number; end: number };

export type ListedObject = { key: string; bytes: number; changedAt: Date };

type StoredObject = { stream: Readable; bytes: number };

/** The store does not respond, or not correctly; the call may be retried later. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

export type Storage = {
  /**
   * Stores a local file under a key such as `post/<name>.jpg`; afterwards it is complete and durable, or does not
   * exist.
   */
  put(key: string, file: { path: string; bytes: number; contentType: string }): Promise<void>;
  /** Returns an object's size in bytes, or null if there is no such object. */
  size(key: string): Promise<number | null>;
  /** Returns the bytes of an object, or of a range of it (both ends included); null if there is none. */
  read(key: string, range?: ByteRange): Promise<StoredObject | null>;
  /** Lists everything that is stored, in no order; concurrent additions and removals may or may not be listed. */
  list(): AsyncIterable<ListedObject>;
  /** Removes objects; missing ones are not an error. */
  remove(keys: string[]): Promise<void>;
};
