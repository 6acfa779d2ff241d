/** Suspends and bans members as part of a decision, and lifts both when the decision is reversed. */
import { lockMember } from '#access/members.ts';
import { memberTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { forgetBannedContacts } from '#features/account/loaders.ts';
import { allowMinutes, lockAffectedCounts } from '#features/account-data/loaders.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { memberBanned, postHidden, postRemoved } from '../events.ts';
import * as queries from './sanction-queries.ts';

/** Hides what a banned member wrote in calls that were already running when the ban was decided. */
export const completeBan = defineJob<{ decisionId: string }>('moderation.ban');

const COMPLETED_AFTER_SECONDS = 60;
/** How many hidden posts are announced to open pages. For the others, the next request gets a 404. */
const ANNOUNCED_POSTS = 200;

/** Hides everything that a member has written, and puts away the rows that count for others. */
async function hideMember(tx: Tx, userId: string, decisionId: string): Promise<void> {
  await allowMinutes(tx.db);
  if (!(await lockMember(tx.db, userId))) return;
  await lockAffectedCounts(tx.db, userId);
  await tx.emit(memberBanned, { userId });
  const postIds = await queries.hideContent(tx.db, userId, decisionId);
  await queries.putAway(tx.db, userId, decisionId);
  await tx.emitAll(
    postRemoved,
    postIds.map((postId) => ({ postId })),
  );
  await tx.emitAll(
    postHidden,
    postIds.slice(0, ANNOUNCED_POSTS).map((postId) => ({ postId })),
  );
  await tx.emit(memberTouched, { userId, changed: 'everything' });
}

type Sanction = { decisionId: string; userId: string; until: Date | null };

/** Suspends a member until a time, or bans them if it is null. A trigger limits the sessions and closes the sockets. */
export async function imposeSanction(services: Services, tx: Tx, sanction: Sanction): Promise<void> {
  const { decisionId, userId, until } = sanction;
  if (!(await lockMember(tx.db, userId))) return;
  await queries.insertSanction(tx.db, sanction);
  if (until !== null) return;
  await hideMember(tx, userId, decisionId);
  await services.jobs.enqueue(tx.db, completeBan, { decisionId }, { delaySeconds: COMPLETED_AFTER_SECONDS });
}

/** Lifts a decision's sanction. The caller then shows the content again, except what another ban hides. */
export async function liftSanction(tx: Tx, decisionId: string): Promise<void> {
  await forgetBannedContacts(tx.db, decisionId);
  const lifted = await queries.deleteSanction(tx.db, decisionId);
  if (!lifted || lifted.until !== null) return;
  await allowMinutes(tx.db);
  await lockMember(tx.db, lifted.userId);
  const other = await queries.selectOtherBan(tx.db, lifted.userId, decisionId);
  if (other !== undefined) return queries.transferPutAway(tx.db, decisionId, other);
  await queries.lockPutAway(tx.db, decisionId);
  await queries.restorePutAway(tx.db, decisionId);
  await tx.emit(memberTouched, { userId: lifted.userId, changed: 'everything' });
}

/** Registers the job that completes a ban. It changes nothing when everything is already hidden. */
export function registerSanctions(services: Services): void {
  services.jobs.work(completeBan, ({ decisionId }) =>
    inTransaction(services, async (tx) => {
      const userId = await queries.selectBanned(tx.db, decisionId);
      if (userId !== undefined) await hideMember(tx, userId, decisionId);
    }),
  );
}
