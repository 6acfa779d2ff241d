/** Who may decide a case, and reverse a decision. */
import { caseMessages, type Refusal } from '@afterhours/contract/moderation/staff-cases';
import type { Db } from '#db/connection/pool.ts';
import { type Actor, findRankRefusal, requireRankOver } from '#features/staff/loaders.ts';
import { AppError } from '#http/errors/errors.ts';
import type { CaseRow, DecisionRow } from './case-queries.ts';
import { hasOtherDecider, selectDecision } from './decision-queries.ts';
import { isAgainst } from './decision-rules.ts';

type Decided = { decided_by: string | null; member_id: string };
type Undecided = Pick<CaseRow, 'subject_kind' | 'subject_id' | 'member_id'>;

/** Whether this staff member made the decision although somebody else could decide the appeal against it. */
const isOwnDecision = async (db: Db, { userId }: Actor, of: Decided): Promise<boolean> =>
  of.decided_by === userId && (await hasOtherDecider(db, userId, of.member_id));

/** Throws 403 if somebody else has to decide the appeal against a decision. */
export async function requireOtherDecider(db: Db, actor: Actor, of: Decided): Promise<void> {
  if (await isOwnDecision(db, actor, of)) throw new AppError(403, caseMessages.sameDecider);
}

const selectAppealedDecision = async (db: Db, { subject_kind, subject_id }: Undecided) =>
  subject_kind === 'appeal' ? await selectDecision(db, subject_id) : undefined;

/** Throws 403 if this staff member may not decide a case. */
export async function requireMayDecide(db: Db, actor: Actor, of: Undecided): Promise<void> {
  await requireRankOver(db, actor, of.member_id);
  const about = await selectAppealedDecision(db, of);
  if (about) await requireOtherDecider(db, actor, about);
}

/** Returns why this staff member may not decide a case, or null if they may. */
export async function findRefusal(db: Db, actor: Actor, of: Undecided): Promise<Refusal | null> {
  const refusal = await findRankRefusal(db, actor, of.member_id);
  if (refusal !== null) return refusal;
  const about = await selectAppealedDecision(db, of);
  return about && (await isOwnDecision(db, actor, about)) ? 'sameDecider' : null;
}

/** Whether this staff member may reverse a decision. */
export async function canReverse(db: Db, actor: Actor, of: DecisionRow): Promise<boolean> {
  if (!isAgainst(of.action) || of.reversed || (await findRankRefusal(db, actor, of.member_id)) !== null) return false;
  return !(of.appealed && (await isOwnDecision(db, actor, of)));
}
