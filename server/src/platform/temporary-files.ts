/** The folder for files that are being received. Leftovers of killed processes are removed by their age. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@afterhours/contract/base/durations';

/** No upload takes this long. */
const LIFETIME_MS = HOUR_MS;
const EVERY_MS = 15 * MINUTE_MS;

export const temporaryFolder = ({ dataDir }: { dataDir: string }): string => path.join(dataDir, 'tmp');

export type OldFile = { path: string; bytes: number };

/** Returns the files in the folder that are older than any upload takes. */
export async function listOldFiles(folder: string): Promise<OldFile[]> {
  const names = await readdir(folder).catch(() => []);
  const old: OldFile[] = [];
  for (const name of names) {
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LIFETIME_MS)
      old.push({ path: path.join(folder, name), bytes: found.size });
  }
  return old;
}

/** Removes these files and returns their number. */
export async function deleteOldFiles(folder: string): Promise<number> {
  const old = await listOldFiles(folder);
  for (const file of old) await rm(file.path, { recursive: true, force: true });
  return old.length;
}

/** Deletes them now and every quarter of an hour; returns a function that stops it. Every server has its own folder. */
export function deleteOldFilesRegularly(folder: string, onError: (error: unknown) => void): () => void {
  const deleteNow = (): void => void deleteOldFiles(folder).catch(onError);
  deleteNow();
  const timer = setInterval(deleteNow, EVERY_MS).unref();
  return () => clearInterval(timer);
}
