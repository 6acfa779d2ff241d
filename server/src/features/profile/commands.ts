import { inTransaction } from '#db/statements/transaction.ts';
import { contentScreened } from '#features/automation/events.ts';
import { loadScreening } from '#features/automation/loaders.ts';
import type { Services } from '#services.ts';
import { updateBio } from './queries.ts';

/** Sets the member's bio; an empty one removes it. */
export async function setBio(services: Services, userId: string, bio: string): Promise<void> {
  const rules = (await loadScreening(services)).screenProfile([bio]);
  await inTransaction(services, async (tx) => {
    await updateBio(tx.db, userId, bio);
    await tx.emit(contentScreened, { kind: 'member', subjectId: userId, rules, holdId: null });
  });
}
