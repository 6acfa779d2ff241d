import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { updateBio } from './queries.ts';

/** Sets the own bio; an empty one takes it away. */
export function setBio(services: Services, userId: string, bio: string): Promise<void> {
  return inTransaction(services, (tx) => updateBio(tx.db, userId, bio));
}
