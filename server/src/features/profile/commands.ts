import { inTransaction } from '#db/statements/transaction.ts';
import { prepareMemberScreening } from '#features/automation/loaders.ts';
import type { Services } from '#services.ts';
import { contentChanged } from './events.ts';
import { updateBio } from './queries.ts';

/** Sets the member's bio; an empty one removes it. */
export async function setBio(services: Services, userId: string, bio: string): Promise<void> {
  const screen = await prepareMemberScreening(services);
  await inTransaction(services, async (tx) => {
    await updateBio(tx.db, userId, bio);
    await screen(tx, userId, { users: [{ bio }] });
    await tx.emit(contentChanged, { userId, change: { bio } });
  });
}
