/** Staff actions on a member's account. Each one is recorded in the audit log. */
import { accountMessages } from '@afterhours/contract/account/account';
import type { ReportCategory } from '@afterhours/contract/moderation/moderation';
import { staffMessages } from '@afterhours/contract/moderation/staff';
import { staffPeopleMessages } from '@afterhours/contract/moderation/staff-people';
import type { Tx } from '#db/events.ts';
import { writeAudit } from '#db/statements/audit.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { isUniqueViolation } from '#db/statements/unique-violation.ts';
import {
  canSignIn,
  deleteDevices,
  endAllSessions,
  removeFactors,
  requestReset,
  setEmailVerified,
  updateEmail,
} from '#features/account/loaders.ts';
import { removeMember, requestExportLink } from '#features/account-data/loaders.ts';
import { announceRequest, requireWelcomeAddress } from '#features/community/loaders.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { factorsMail } from './factors-mail.ts';
import { goodbyeMail } from './goodbye-mail.ts';
import { movedMail } from './moved-mail.ts';
import { deleteSeller, insertSeller } from './people-queries.ts';
import { lockRoles, selectRole } from './queries.ts';
import { type Actor, requireRankOver } from './rank.ts';

type Member = { id: string; email: string; first_name: string; email_verified_at: Date | null };

/** Returns the member, locked, whether banned or not. Throws a 404, or a 403 if the caller may not act on them. */
async function takeMember({ db }: Tx, actor: Actor, memberId: string): Promise<Member> {
  const member = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'email_verified_at'])
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!member) throw notFound();
  await requireRankOver(db, actor, memberId, staffPeopleMessages.own);
  return member;
}

/** Like `takeMember`, and also throws a 403 if the caller has lost the owner role in the meantime. */
async function takeAsOwner(tx: Tx, actor: Actor, memberId: string): Promise<Member> {
  await lockRoles(tx.db);
  const member = await takeMember(tx, actor, memberId);
  if ((await selectRole(tx.db, actor.userId)) !== 'owner')
    throw new AppError(403, staffMessages.ownersOnly, { reason: 'staff' });
  return member;
}

const audit = ({ db }: Tx, { userId }: Actor, action: string, memberId: string, details = {}) =>
  writeAudit(db, { actorId: userId, action, subject: { kind: 'member', id: memberId }, details });

/** Ends all of a member's sessions; returns how many there were. */
export function endMemberSessions(services: Services, actor: Actor, memberId: string): Promise<number> {
  return inTransaction(services, async (tx) => {
    await takeMember(tx, actor, memberId);
    const ended = await endAllSessions(tx, memberId);
    await audit(tx, actor, 'sessions-ended', memberId);
    return ended;
  });
}

/** Confirms a member's address; throws a 409 if it is already confirmed. */
export function confirmMemberEmail(services: Services, actor: Actor, memberId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const member = await takeMember(tx, actor, memberId);
    if (member.email_verified_at) throw new AppError(409, staffPeopleMessages.confirmedBefore);
    await setEmailVerified(tx.db, memberId);
    await announceRequest(tx, memberId);
    await audit(tx, actor, 'email-confirmed', memberId);
  });
}

/**
 * Changes a member's address, signs them out everywhere, and notifies both addresses. Throws a 409 if the address is
 * taken, a 422 if it is unchanged or its provider is blocked, and a 403 for owners or if the caller is no longer one.
 */
export async function changeMemberEmail(
  services: Services,
  actor: Actor,
  memberId: string,
  newEmail: string,
): Promise<void> {
  requireWelcomeAddress(services, newEmail, 'newEmail');
  await inTransaction(services, async (tx) => {
    const { email, first_name: name, email_verified_at: confirmed } = await takeAsOwner(tx, actor, memberId);
    if ((await selectRole(tx.db, memberId)) === 'owner')
      throw new AppError(403, staffPeopleMessages.emailOfOwner, { reason: 'rank' });
    if (email === newEmail) throw fieldProblem('newEmail', staffPeopleMessages.emailSame);
    await updateEmail(tx.db, memberId, newEmail);
    await announceRequest(tx, memberId);
    await endAllSessions(tx, memberId);
    await deleteDevices(tx.db, memberId);
    // What a member wrote, such as a name, goes only to addresses that are known to be theirs.
    if (confirmed) await services.jobs.enqueue(tx.db, movedMail, { to: email, name, isNew: false });
    await services.jobs.enqueue(tx.db, movedMail, { to: newEmail, name: null, isNew: true });
    await audit(tx, actor, 'email-changed', memberId);
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'users_email_key')) throw new AppError(409, accountMessages.emailTaken);
    throw error;
  });
  services.security.record('address-changed', { memberId });
}

/**
 * Removes a member's passkeys and two-step verification, signs them out everywhere, and mails the reason to a confirmed
 * address. Throws a 409 if there are none or the member could not sign in afterwards, and a 403 if the caller is no
 * longer an owner.
 */
export async function removeMemberFactors(services: Services, actor: Actor, memberId: string, words: string) {
  const removed = await inTransaction(services, async (tx) => {
    const member = await takeAsOwner(tx, actor, memberId);
    const { email: to, first_name: name, email_verified_at: confirmed } = member;
    const found = await removeFactors(tx.db, memberId);
    if (found.passkeys === 0 && !found.twoFactor) throw new AppError(409, staffPeopleMessages.noFactors);
    if (!(await canSignIn(services, tx.db, member))) throw new AppError(409, staffPeopleMessages.lastWay);
    await endAllSessions(tx, memberId);
    await deleteDevices(tx.db, memberId);
    if (confirmed) await services.jobs.enqueue(tx.db, factorsMail, { to, name, words });
    await audit(tx, actor, 'factors-removed', memberId);
    return found;
  });
  services.security.record('factors-removed', { memberId });
  return removed;
}

/** Approves a member to publish webinars, or revokes the approval. */
export function setSeller(services: Services, actor: Actor, memberId: string, seller: boolean): Promise<void> {
  return inTransaction(services, async (tx) => {
    await takeMember(tx, actor, memberId);
    const changed = seller ? await insertSeller(tx.db, memberId, actor.userId) : await deleteSeller(tx.db, memberId);
    if (changed) await audit(tx, actor, seller ? 'seller-approved' : 'seller-ended', memberId);
  });
}

/** Mails a member the link to reset the password; nobody else ever sees the link. */
export function sendMemberReset(services: Services, actor: Actor, memberId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const member = await takeMember(tx, actor, memberId);
    await requestReset(services, tx.db, member.email);
    await audit(tx, actor, 'reset-sent', memberId);
  });
}

/**
 * Mails a member a link to a copy of their data; nobody else ever sees the link. Throws a 409 without a confirmed
 * address.
 */
export function sendMemberExport(services: Services, actor: Actor, memberId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const member = await takeAsOwner(tx, actor, memberId);
    if (!member.email_verified_at) throw new AppError(409, staffPeopleMessages.exportUnconfirmed);
    await requestExportLink(services, tx.db, memberId);
    await audit(tx, actor, 'export-sent', memberId);
  });
}

type Reason = { category: ReportCategory; words: string };

/**
 * Deletes a member permanently. The reason's text goes to a confirmed address; the log keeps the category. Throws a 403
 * if the caller has lost the owner role in the meantime: two owners cannot delete each other concurrently.
 */
export async function deleteMember(
  services: Services,
  actor: Actor,
  memberId: string,
  { category, words }: Reason,
): Promise<void> {
  await inTransaction(services, async (tx) => {
    const member = await takeAsOwner(tx, actor, memberId);
    const { email: to, first_name: name } = member;
    if (member.email_verified_at) await services.jobs.enqueue(tx.db, goodbyeMail, { to, name, words });
    await removeMember(services, tx, memberId);
    await audit(tx, actor, 'member-deleted', memberId, { reason: category });
  });
  services.security.record('account-deleted', { memberId });
}
