import path from 'node:path';
import { storedFileModes } from '../private-files.ts';
import { createLocalStorage } from './local-storage.ts';
import { createS3Storage, type S3Settings } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Returns the configured file store: a bucket, or a folder below the data folder. */
export function openStorage(config: { s3: S3Settings | null; dataDir: string; filesByProxy: string | null }): Storage {
  return config.s3
    ? createS3Storage(config.s3)
    : createLocalStorage(path.join(config.dataDir, 'uploads'), storedFileModes(config));
}
