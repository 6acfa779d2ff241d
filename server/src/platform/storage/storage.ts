/**
 * Where uploaded files live: one port, a local folder and an S3-compatible store behind it. A store that is away makes
 * every call throw a StorageError.
 */
import type { Readable } from 'node:stream';

export type ByteRange = { start: number; end: number };

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
  /** Removes objects; ones that are not there are no error. */
  remove(keys: string[]): Promise<void>;
};
