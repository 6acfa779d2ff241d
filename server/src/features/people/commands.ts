import { suggestionMessages } from '@afterhours/contract/people/people';
import { requireMember } from '#access/members.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { insertDismissal } from './queries.ts';

/**
 * Permanently excludes a member from another's suggestions; a repeat changes nothing. Throws 422 for oneself, and 404
 * when the member does not exist.
 */
export function dismissSuggestion(services: Services, userId: string, dismissedId: string): Promise<void> {
  if (userId === dismissedId) throw fieldProblem('userId', suggestionMessages.oneself);
  return inTransaction(services, async (tx) => {
    await requireMember(tx.db, userId, dismissedId);
    await insertDismissal(tx.db, userId, dismissedId);
  });
}
