import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import { type Storage, StorageError } from './storage.ts';

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const TIMEOUT_MS = 30_000;
const LISTED_AT_ONCE = 1_000;

async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new StorageError('the object store could not be used', { cause });
  }
}

/** Objects in a bucket of an S3-compatible store (path-style addresses). */
export function createS3Storage(settings: S3Settings): Storage {
  const store = new S3mini({
    endpoint: `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`,
    region: settings.region,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    requestAbortTimeout: TIMEOUT_MS,
  });
  const sizeOf = async (key: string): Promise<number | null> =>
    (await store.objectExists(key)) ? store.getContentLength(key) : null;
  async function listPage(token: string | undefined) {
    const page = await store.listObjectsPaged('/', '', LISTED_AT_ONCE, token);
    if (!page) throw new Error(`there is no bucket ${settings.bucket}`);
    return page;
  }
  return {
    async put(key, file) {
      const blob = await openAsBlob(file.path);
      await reach(async () => {
        const response = await store.putObject(key, blob, file.contentType, undefined, undefined, file.bytes);
        if (!response.ok) throw new Error(`the object store responded with ${response.status} to PUT ${key}`);
      });
    },
    size: (key) => reach(() => sizeOf(key)),
    read: (key, range) =>
      reach(async () => {
        const bytes = await sizeOf(key);
        if (bytes === null) return null;
        // The library's upper bound is exclusive; this one, as in HTTP, is inclusive.
        const response = range
          ? await store.getObjectRaw(key, false, range.start, range.end + 1)
          : await store.getObjectResponse(key);
        if (!response?.body) return null;
        return { stream: Readable.from(response.body), bytes };
      }),
    async *list() {
      let token: string | undefined;
      do {
        const page = await reach(() => listPage(token));
        for (const { Key, Size, LastModified } of page.objects ?? [])
          yield { key: Key, bytes: Size, changedAt: new Date(LastModified) };
        token = page.nextContinuationToken;
      } while (token !== undefined);
    },
    async remove(keys) {
      await reach(() => Promise.all(keys.map((key) => store.deleteObject(key))));
    },
  };
}
