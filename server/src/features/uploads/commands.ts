import { mayRemoveFiles } from '#db/file-removal.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { removeFiles } from './jobs.ts';
import { releaseUploads } from './loaders.ts';
import { lockUnused } from './queries.ts';

const BATCH_SIZE = 200;

/** Deletes uploads that have been unused for a day; one that is being claimed stays. */
export async function releaseUnused(services: Services): Promise<void> {
  const releaseSome = () =>
    inTransaction(services, async (tx) => {
      const ids = await lockUnused(tx.db, BATCH_SIZE);
      await releaseUploads(tx.db, services.jobs, ids);
      return ids.length;
    });
  while ((await releaseSome()) === BATCH_SIZE);
}

const AFTER_BACKUP_SECONDS = 60;

/** Removes files whose rows are gone; retries later while a backup is copying files. */
export async function removeReleased(services: Services, keys: string[]): Promise<void> {
  await inTransaction(services, async (tx) => {
    if (await mayRemoveFiles(tx.db)) await services.storage.remove(keys);
    else await services.jobs.enqueue(tx.db, removeFiles, { keys }, { delaySeconds: AFTER_BACKUP_SECONDS });
  });
}
