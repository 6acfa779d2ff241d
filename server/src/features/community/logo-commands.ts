import type { StoredLogo } from '#db/schema/tables/community.ts';
import { COMMUNITY, writeAudit } from '#db/statements/audit.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { retireUploads, storeOwnImage, takeIntoUse } from '#features/uploads/loaders.ts';
import type { ReceivedFile } from '#http/body/multipart.ts';
import type { Services } from '#services.ts';
import { storeLogo } from './queries.ts';

async function changeLogo(services: Services, actorId: string, next: (StoredLogo & { id: string }) | null) {
  await inTransaction(services, async ({ db }) => {
    const logo = next && { filename: next.filename, width: next.width, height: next.height };
    const before = await storeLogo(db, logo);
    if (next) await takeIntoUse(db, [next.id]);
    // Pages that are still open show the old logo for a while.
    if (before) await retireUploads(db, null, [before.filename]);
    await writeAudit(db, { actorId, action: 'logo', subject: COMMUNITY });
  });
  await services.community.reload();
}

/** Stores a picture as the logo. Throws like `processImage` for a file that is not a picture. */
export async function setLogo(services: Services, actorId: string, file: ReceivedFile): Promise<StoredLogo> {
  const stored = await storeOwnImage(services, file);
  await changeLogo(services, actorId, stored);
  return stored;
}

export const removeLogo = (services: Services, actorId: string): Promise<void> => changeLogo(services, actorId, null);
