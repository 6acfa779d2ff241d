import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { updateBio } from './queries.ts';

/** Sets the member's bio; an empty one removes it. */
export function setBio(services: Services, userId: string, bio: string): Promise<void> {
  return inTransaction(services, (tx) => updateBio(tx.db, userId, bio));
}
