import { DAY_MS } from '@afterhours/contract/base/durations';
import { REFUSED_DAYS } from '@afterhours/contract/community/join-answer';
import { type JoinDecision, joinRequestMessages } from '@afterhours/contract/community/join-requests';
import { memberTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { writeAudit } from '#db/statements/audit.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { removeMember } from '#features/account-data/loaders.ts';
import { joinRequestsChanged } from '#features/community/events.ts';
import { hashAddress, refuseAddress } from '#features/community/loaders.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { writeDay } from '#texts/times.ts';
import { joinDecisionMail } from './request-mail.ts';
import { type Applicant, takeRequests } from './request-queries.ts';

type Order = { ids: readonly string[]; action: JoinDecision; words: string };

/** Notifies an applicant, and admits them or deletes their account. */
async function decideOne(services: Services, tx: Tx, applicant: Applicant, { action, words }: Omit<Order, 'ids'>) {
  const until = new Date(Date.now() + REFUSED_DAYS * DAY_MS);
  const again = action === 'refuse' ? writeDay(until, null) : null;
  await services.jobs.enqueue(tx.db, joinDecisionMail, {
    to: applicant.email,
    name: applicant.name,
    action,
    words,
    again,
  });
  if (action === 'accept') return tx.emit(memberTouched, { userId: applicant.id, changed: 'profile' });
  await refuseAddress(tx.db, await hashAddress(services, applicant.email), until);
  return removeMember(services, tx, applicant.id);
}

/**
 * Accepts or refuses requests to join; returns the ids of those that were still pending. Throws a 409 if none was: of
 * two concurrent decisions, only one takes effect.
 */
export async function decideRequests(services: Services, actorId: string, order: Order): Promise<string[]> {
  const { ids, action } = order;
  const decided = await inTransaction(services, async (tx) => {
    const taken = await takeRequests(tx.db, [...new Set(ids)]);
    if (taken.length === 0) throw new AppError(409, joinRequestMessages.decidedBefore);
    for (const applicant of taken) {
      await decideOne(services, tx, applicant, order);
      await writeAudit(tx.db, {
        actorId,
        action: action === 'accept' ? 'request-accepted' : 'request-refused',
        subject: { kind: 'member', id: applicant.id },
      });
    }
    const takenIds = taken.map(({ id }) => id);
    await tx.emit(joinRequestsChanged, { userIds: takenIds });
    return takenIds;
  });
  if (action === 'refuse') for (const memberId of decided) services.security.record('account-deleted', { memberId });
  return decided;
}
