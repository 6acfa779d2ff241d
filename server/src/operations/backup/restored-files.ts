/** The target of an archive's files: a folder that is moved into place at the end, or a bucket. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '#db/statements/id.ts';
import { StartError } from '#platform/start-error.ts';
import type { Storage } from '#platform/storage/storage.ts';

const contentTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

export type RestoredFiles = {
  put(key: string, bytes: Readable): Promise<void>;
  /** Resolves when everything is stored. */
  settled(): Promise<void>;
  /** Deletes the stored files after a failure. */
  undo(): Promise<void>;
  count(): number;
};

/** Storing mostly waits for a disk flush or a bucket's response, so several run concurrently. */
const CONCURRENCY = 8;

/** Throws StartError if the store is not empty. */
export async function requireEmptyStore(storage: Storage): Promise<void> {
  for await (const { key } of storage.list()) {
    throw new StartError(
      `The file store is not empty: it has ${key}. Restore into an empty one, or keep its files: --without-files.`,
    );
  }
}

/** `folder` holds incoming files: a store accepts only complete files. */
export function createRestoredFiles(storage: Storage, folder: string): RestoredFiles {
  const keys: string[] = [];
  const running = new Set<Promise<void>>();

  async function store(key: string, tempFile: string, bytes: number): Promise<void> {
    const contentType = contentTypes[path.extname(key).slice(1)] ?? 'application/octet-stream';
    await storage.put(key, { path: tempFile, bytes, contentType }).finally(() => rm(tempFile, { force: true }));
  }
  return {
    async put(key, stream) {
      await mkdir(folder, { recursive: true });
      const tempFile = path.join(folder, newId());
      const target = createWriteStream(tempFile, { flags: 'wx', mode: 0o600 });
      await pipeline(stream, target);
      keys.push(key);
      const work = store(key, tempFile, target.bytesWritten).then(() => void running.delete(work));
      running.add(work);
      // The next caller that waits receives the failure. Until then, it must not count as an unhandled rejection.
      work.catch(() => undefined);
      if (running.size >= CONCURRENCY) await Promise.race(running);
    },
    settled: async () => void (await Promise.all(running)),
    async undo() {
      await Promise.allSettled(running);
      await storage.remove(keys);
    },
    count: () => keys.length,
  };
}
