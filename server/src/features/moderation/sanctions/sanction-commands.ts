/** Suspends and bans members as part of a decision, and lifts both when the decision is reversed. */
import { lockMember } from '#access/members.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { forgetBannedContacts } from '#features/account/loaders.ts';
import {
  defineMove,
  finishMove,
  lockSomeAffected,
  putBackSome,
  registerMove,
  startMove,
  takeSome,
} from '#features/account-data/loaders.ts';
import { requireOtherOwner } from '#features/staff/loaders.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { showSomeReversed } from '../cases/subject.ts';
import { memberBanned } from '../events.ts';
import { COMMENTS_AT_ONCE, hideComments, hidePosts, POSTS_AT_ONCE } from '../sweeps/hide-some.ts';
import * as queries from './sanction-queries.ts';

/** Hides what a banned member wrote in calls that were already running when the ban was decided. */
export const completeBan = defineJob<{ decisionId: string }>('moderation.ban');

const COMPLETED_AFTER_SECONDS = 60;

/** Hides a batch of everything that a banned member has written. Returns whether more may remain. */
async function hideSomeContent(tx: Tx, memberId: string, decisionId: string): Promise<boolean> {
  const span = { decision_id: decisionId, member_id: memberId, since: null, until: null };
  const posts = await hidePosts(tx, span, true);
  const comments = await hideComments(tx, span);
  return posts === POSTS_AT_ONCE || comments === COMMENTS_AT_ONCE;
}

/** Hides a batch of what a member has written, and puts a batch of rows away. Returns whether more may remain. */
async function banSome(tx: Tx, userId: string, decisionId: string): Promise<boolean> {
  await lockSomeAffected(tx.db, userId);
  const moreToHide = await hideSomeContent(tx, userId, decisionId);
  const moreToTake = await takeSome(tx, userId, decisionId);
  return moreToHide || moreToTake;
}

/**
 * Hides a member and puts away the rows that count for others, as long as a ban is in force, and otherwise undoes it.
 */
const banMove = defineMove('moderation.settle', ['ban', 'return'], async (_services, tx, userId) => {
  const ban = await queries.selectBan(tx.db, userId);
  const moreToMove = ban === undefined ? await putBackSome(tx, userId) : await banSome(tx, userId, ban);
  // While another ban is in force, it goes on hiding what a reversed decision has hidden.
  const moreToShow = await showSomeReversed(tx, userId);
  return moreToMove || moreToShow;
});

/** Completes a ban of this member, or its reversal, if one is under way. */
export const finishBan = (services: Services, userId: string): Promise<void> => finishMove(services, userId, banMove);

async function startBan(services: Services, tx: Tx, userId: string): Promise<void> {
  // Before the listeners lock payments, which come after posts and counts.
  await lockSomeAffected(tx.db, userId);
  await tx.emit(memberBanned, { userId });
  await startMove(services, tx, { userId, kind: 'ban', move: banMove });
}

type Sanction = { decisionId: string; userId: string; until: Date | null };

/**
 * Suspends a member until a time, or bans them if it is null. A trigger limits the sessions and closes the sockets.
 * Throws a 409 for the last owner: two owners cannot keep each other out. Callers have done so already, before they
 * lock members, as everything does that acts on owners: otherwise two could wait for each other.
 */
export async function imposeSanction(services: Services, tx: Tx, sanction: Sanction): Promise<void> {
  const { decisionId, userId, until } = sanction;
  if (!(await lockMember(tx.db, userId))) return;
  await requireOtherOwner(tx.db, userId);
  await queries.insertSanction(tx.db, sanction);
  if (until !== null) return;
  await startBan(services, tx, userId);
  await services.jobs.enqueue(tx.db, completeBan, { decisionId }, { delaySeconds: COMPLETED_AFTER_SECONDS });
}

/**
 * Lifts a reversed decision's sanction, and shows what the decision has hidden, except what another ban hides. A job
 * shows what is more than a batch.
 */
export async function undoDecision(services: Services, tx: Tx, decisionId: string, userId: string): Promise<void> {
  await forgetBannedContacts(tx.db, decisionId);
  await queries.deleteSanction(tx.db, decisionId);
  if (!(await lockMember(tx.db, userId))) return;
  const kind = (await queries.selectBan(tx.db, userId)) === undefined ? 'return' : 'ban';
  await startMove(services, tx, { userId, kind, move: banMove });
}

/** Registers the jobs of bans. They change nothing when everything is already hidden. */
export function registerSanctions(services: Services): void {
  registerMove(services, banMove);
  services.jobs.work(completeBan, ({ decisionId }) =>
    inTransaction(services, async (tx) => {
      const userId = await queries.selectBanned(tx.db, decisionId);
      if (userId !== undefined && (await lockMember(tx.db, userId))) await startBan(services, tx, userId);
    }),
  );
}
