/**
 * Takes everything that a member has done to others out of the tables that count for them, or puts it back, in batches,
 * each in a transaction of its own, so that a large account does not keep others waiting. The first batch belongs to
 * the transaction that starts the move, and is all there is for nearly every member; a job does the others. Each batch
 * finds out what remains: it may be repeated, and the direction may change between two of them.
 */
import { lockMember } from '#access/members.ts';
import { memberTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { allowMinutes } from '#db/statements/allow-minutes.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { workInBatches } from '#platform/jobs/batches.ts';
import { defineJob, type JobType } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { likesMoved, memberLeaving } from '../events.ts';
import * as queries from './move-queries.ts';
import { type BatchOfRows, putBackRows, takeRows } from './relation-queries.ts';

export type Move = {
  kinds: readonly queries.MoveKind[];
  job: JobType<{ userId: string }>;
  /** Processes one batch. Returns whether more may remain. */
  processBatch: (services: Services, tx: Tx, userId: string, kind: queries.MoveKind) => Promise<boolean>;
};

export const defineMove = (name: string, kinds: Move['kinds'], processBatch: Move['processBatch']): Move => ({
  kinds,
  job: defineJob<{ userId: string }>(name),
  processBatch,
});

/** Processes one batch of a member who is locked. Returns whether more may remain. */
async function processLocked(services: Services, tx: Tx, userId: string, move: Move): Promise<boolean> {
  // A batch may have to wait for payments.
  await allowMinutes(tx.db);
  const kind = await queries.selectMove(tx.db, userId);
  if (kind === undefined || !move.kinds.includes(kind)) return false;
  if (await move.processBatch(services, tx, userId, kind)) return true;
  await queries.deleteMove(tx.db, userId);
  await tx.emit(memberTouched, { userId, changed: 'everything' });
  return false;
}

/** Processes the batches that remain of a move. Another server may do the same. */
export async function finishMove(services: Services, userId: string, move: Move): Promise<void> {
  const processOne = async (tx: Tx): Promise<boolean> =>
    (await lockMember(tx.db, userId)) !== undefined && processLocked(services, tx, userId, move);
  while (await inTransaction(services, processOne));
}

/** Starts the move of a locked member, or turns one around: processes a batch, and enqueues the job if more remains. */
export async function startMove(
  services: Services,
  tx: Tx,
  { userId, kind, move }: { userId: string; kind: queries.MoveKind; move: Move },
): Promise<void> {
  await queries.upsertMove(tx.db, userId, kind);
  await tx.emit(memberTouched, { userId, changed: 'everything' });
  if (await processLocked(services, tx, userId, move)) await services.jobs.enqueue(tx.db, move.job, { userId });
}

export const registerMove = (services: Services, move: Move): void =>
  workInBatches(services.jobs, {
    job: move.job,
    finish: ({ userId }) => finishMove(services, userId, move),
    selectStalled: () => queries.selectStalled(services.db, move.kinds),
  });

/** Returns whether more rows may remain. */
async function announce(tx: Tx, { isFull, postIds }: BatchOfRows): Promise<boolean> {
  if (postIds.length > 0) await tx.emit(likesMoved, { postIds });
  return isFull;
}

/**
 * Takes a batch of what a locked member has done to others out of its tables. Stores the rows under the decision, or
 * drops them if it is null. Returns whether more may remain.
 */
export async function takeSome(tx: Tx, userId: string, decisionId: string | null): Promise<boolean> {
  const batch = { userId, remains: false };
  await tx.emit(memberLeaving, batch);
  const isFull = await announce(tx, await takeRows(tx.db, userId, decisionId));
  return batch.remains || isFull;
}

/** Puts a batch of the stored rows of a locked member back. Returns whether more may remain. */
export const putBackSome = async (tx: Tx, userId: string): Promise<boolean> =>
  announce(tx, await putBackRows(tx.db, userId));
