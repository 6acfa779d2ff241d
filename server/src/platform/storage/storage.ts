/**
 * Where uploaded files live: one port, a local folder and an S3-compatible store behind it. A store that is away makes
 * every call throw a StorageError.
 */
import type { Readable } from 'node:stream';

export type ByteRange = { start: number; end: number };

export type ListedObject = { key: string; bytes: number; changedAt: Date };

type StoredObject = { stream: Readable; bytes: number };

/** The store does not answer, or not as it should; what was asked may be asked again later. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

export type Storage = {
  /** Stores a local file under a key such as `post/<name>.jpg`; it is whole and durable, or not there. */
  put(key: string, file: { path: string; bytes: number; contentType: string }): Promise<void>;
  /** Size in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>;
  /** The bytes of an object, or of a range of it (both ends included); null when there is none. */
  read(key: string, range?: ByteRange): Promise<StoredObject | null>;
  /** Everything that is stored, in no certain order; what comes or goes meanwhile may be listed or not. */
  list(): AsyncIterable<ListedObject>;
  /** Removes objects; ones that are not there are no error. */
  remove(keys: string[]): Promise<void>;
};
