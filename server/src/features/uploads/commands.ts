import { mayRemoveFiles } from '#db/file-removal.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { removeFiles } from './jobs.ts';
import { releaseUploads } from './loaders.ts';
import { lockUnused } from './queries.ts';

const SWEPT_AT_ONCE = 200;

/** Deletes uploads unused for a day; one that is being taken into use stays. */
export async function sweepUnused(services: Services): Promise<void> {
  let found = SWEPT_AT_ONCE;
  while (found === SWEPT_AT_ONCE) {
    found = await inTransaction(services, async (tx) => {
      const ids = await lockUnused(tx.db, SWEPT_AT_ONCE);
      await releaseUploads(tx.db, services.jobs, ids);
      return ids.length;
    });
  }
}

const AFTER_BACKUP_SECONDS = 60;

/** Removes files whose rows are gone; waits while a backup copies files. */
export async function removeReleased(services: Services, keys: string[]): Promise<void> {
  await inTransaction(services, async (tx) => {
    if (await mayRemoveFiles(tx.db)) await services.storage.remove(keys);
    else await services.jobs.enqueue(tx.db, removeFiles, { keys }, { delaySeconds: AFTER_BACKUP_SECONDS });
  });
}
