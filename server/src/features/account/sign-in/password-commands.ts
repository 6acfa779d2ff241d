import { accountMessages } from '@afterhours/contract/account/account';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { announceRequest, hasRequest, insertRequest } from '#features/community/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { Session } from '#http/gate/session.ts';
import type { Services } from '#services.ts';
import { accountVacated, passwordReplaced } from '../events.ts';
import { endAllSessions, endOtherSessions, notifyByMail, type SignInClient } from '../loaders.ts';
import {
  insertOwner,
  isSanctioned,
  lockUnconfirmed,
  replacePassword,
  selectOwnUser,
  updatePassword,
} from '../queries.ts';
import { deleteDevices, registerDevice } from './devices.ts';
import { requireHardToGuess, requireOther } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { consumeResetToken, type ResetMember, selectResetMember } from './reset-links.ts';
import { hasOtherWays } from './sign-in-methods.ts';

const deadLink = () => fieldProblem('token', accountMessages.resetDead);

/** Throws a 422 on `newPassword` for a password that is easy to guess or equal to the current one. */
async function requireGoodPassword(
  { community }: Services,
  member: Pick<ResetMember, 'email' | 'username' | 'first_name' | 'last_name' | 'password_hash'>,
  newPassword: string,
): Promise<void> {
  const { email, username, first_name: firstName, last_name: lastName } = member;
  const owner = { appName: community.name(), email, username, firstName, lastName };
  await requireHardToGuess('newPassword', newPassword, owner);
  await requireOther('newPassword', newPassword, member.password_hash);
}

/** Sets the password of a member who keeps the account, and ends all their sessions. */
async function setPassword(services: Services, tx: Tx, userId: string, passwordHash: string, client: SignInClient) {
  await updatePassword(tx.db, userId, passwordHash);
  await deleteDevices(tx.db, userId);
  await endAllSessions(tx, userId);
  await tx.emit(passwordReplaced, { userId });
  const otherWays = await hasOtherWays(tx.db, userId);
  await notifyByMail(services, tx.db, userId, { kind: 'password-reset', client, otherWays });
}

/**
 * Deletes an account with its data and creates one for the owner of its address; an earlier request to join stays
 * undecided. Throws a 403 while the account is suspended or banned: nobody gets rid of a decision by taking over their
 * own account.
 */
async function replaceOwner(tx: Tx, member: ResetMember, passwordHash: string): Promise<string> {
  if (await isSanctioned(tx.db, member.id)) throw new AppError(403, accountMessages.resetSanctioned);
  const asks = await hasRequest(tx.db, member.id);
  await tx.emit(accountVacated, { userId: member.id });
  const userId = await insertOwner(tx.db, member, passwordHash);
  // The answer to the join question was written by the previous owner.
  if (asks) await insertRequest(tx.db, { userId, answer: '', ready: true });
  await announceRequest(tx, userId);
  return userId;
}

/**
 * Sets the password with a link's token and ends all sessions. If the link confirms the address for the first time, the
 * data of the account's earlier owner is deleted, and the owner of the address starts with a new account. Throws a 422
 * for an invalid link, and a 403 if a decision keeps such an account out.
 */
export async function resetPassword(
  services: Services,
  sent: { token: string; newPassword: string },
  client: SignInClient,
): Promise<void> {
  const member = await selectResetMember(services.db, sent.token);
  if (!member) throw deadLink();
  await requireGoodPassword(services, member, sent.newPassword);
  const passwordHash = await hashPassword(sent.newPassword);
  const { ownerId, reclaimed } = await inTransaction(services, async (tx) => {
    if (!(await consumeResetToken(tx.db, sent.token, member.id))) throw deadLink();
    // Checked only here: the address may have been confirmed while the password was hashed.
    const reclaimed = await lockUnconfirmed(tx.db, member.id);
    const userId = reclaimed ? await replaceOwner(tx, member, passwordHash) : member.id;
    if (!reclaimed) await setPassword(services, tx, userId, passwordHash, client);
    client.device.setCookie(await registerDevice(tx.db, userId, client.device.token));
    return { ownerId: userId, reclaimed };
  });
  const { address } = client;
  services.security.record(reclaimed ? 'account-reclaimed' : 'password-reset', { memberId: ownerId, address });
}

/** Changes the member's own password and ends all other sessions; throws a 422 for a wrong current password. */
export async function changePassword(
  services: Services,
  session: Session,
  sent: { current: string; newPassword: string },
  client: SignInClient,
): Promise<void> {
  const { userId, sessionId } = session;
  const member = await selectOwnUser(services.db, userId);
  if (!member) throw new AppError(401);
  if (!(await verifyPassword(member.password_hash, sent.current)))
    throw fieldProblem('currentPassword', accountMessages.wrongCurrent);
  await requireGoodPassword(services, member, sent.newPassword);
  const passwordHash = await hashPassword(sent.newPassword);
  await inTransaction(services, async (tx) => {
    // Otherwise somebody who knows the password could undo a reset that is made while the new one is hashed.
    if (!(await replacePassword(tx.db, userId, { from: member.password_hash, to: passwordHash })))
      throw fieldProblem('currentPassword', accountMessages.wrongCurrent);
    await deleteDevices(tx.db, userId);
    client.device.setCookie(await registerDevice(tx.db, userId, client.device.token));
    await endOtherSessions(tx, userId, sessionId);
    await tx.emit(passwordReplaced, { userId });
    await notifyByMail(services, tx.db, userId, { kind: 'password-changed', client });
  });
  services.security.record('password-changed', { memberId: userId, sessionId, address: client.address });
}
