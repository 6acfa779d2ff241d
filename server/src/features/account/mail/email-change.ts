/** Changes an account's email address. The job that mails the code creates it; only its hash is stored. */
import { hash, timingSafeEqual } from 'node:crypto';
import { OTP_MINUTES, OTP_TRIES } from '@afterhours/contract/account/account';
import { emailChangeMessages } from '@afterhours/contract/account/email-change';
import { codeMessages } from '@afterhours/contract/account/mailed-code';
import { signInMessages } from '@afterhours/contract/account/sign-in';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { isUniqueViolation } from '#db/statements/unique-violation.ts';
import { announceRequest, requireWelcomeAddress } from '#features/community/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { type ClientInfo, notifyByMail, requirePassword } from '../loaders.ts';
import { selectAddress, selectCredentials, updateEmail } from '../queries.ts';
import { createCode } from '../sign-in/mailed-codes.ts';
import { requireSecondFactor } from '../two-factor/loaders.ts';
import { newAddressMail } from './mails.ts';

/** Mails a code to a new address, unless another member has the address. */
const emailChangeMail = defineJob<{ userId: string; newEmail: string }>('account.email-change', { mails: true });

const hashCode = (userId: string, newEmail: string, code: string): Buffer =>
  hash('sha256', `${userId}:${newEmail}:${code}`, 'buffer');

/**
 * Requests the mail to the new address. Throws a 422 for a wrong password or second factor, for the current address,
 * and for an address at a blocked provider.
 */
export async function changeEmail(
  services: Services,
  userId: string,
  sent: { newEmail: string; password: string; code?: string | null | undefined },
): Promise<void> {
  const { db, jobs } = services;
  const { newEmail, password } = sent;
  const hasPassword = await requirePassword(db, userId, password, signInMessages.wrongPassword);
  // A session alone, which a stolen token would open, must not be enough to take over an account.
  if (!hasPassword) throw fieldProblem('password', emailChangeMessages.noPassword);
  requireWelcomeAddress(services, newEmail, 'newEmail');
  await inTransaction(services, async (tx) => {
    const member = await selectAddress(tx.db, userId);
    if (!member) throw new AppError(401);
    if (member.email === newEmail) throw fieldProblem('newEmail', emailChangeMessages.same);
    await requireSecondFactor(services, tx, userId, sent.code ?? '');
    // A code that was mailed to another address is no longer valid.
    await tx.db.deleteFrom('email_changes').where('user_id', '=', userId).execute();
    await jobs.enqueue(tx.db, emailChangeMail, { userId, newEmail });
  });
}

async function sendCode({ db, mail, community }: Services, userId: string, newEmail: string): Promise<void> {
  if (await selectCredentials(db, newEmail)) return;
  const code = createCode();
  const values = {
    new_email: newEmail,
    code_hash: hashCode(userId, newEmail, code),
    tries_left: OTP_TRIES,
    expires_at: sql<Date>`now() + make_interval(mins => ${OTP_MINUTES})`,
  };
  await db
    .insertInto('email_changes')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  await mail.send(newAddressMail({ to: newEmail, appName: community.name() }, code));
}

/** Uses up one try at the code. If the code is right, deletes it and returns the new address. */
async function consumeChange(db: Db, userId: string, code: string): Promise<string | null> {
  const stored = await db
    .updateTable('email_changes')
    .set({ tries_left: sql`tries_left - 1` })
    .where('user_id', '=', userId)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['new_email', 'code_hash'])
    .executeTakeFirst();
  if (!stored || !timingSafeEqual(stored.code_hash, hashCode(userId, stored.new_email, code))) return null;
  const used = await db.deleteFrom('email_changes').where('user_id', '=', userId).executeTakeFirst();
  return used.numDeletedRows > 0n ? stored.new_email : null;
}

/**
 * Gives the member the new address. Codes and links mailed to the old one become invalid, and a notice is mailed to it.
 */
async function moveTo(services: Services, tx: Tx, userId: string, newEmail: string, client: ClientInfo): Promise<void> {
  const { db } = tx;
  const before = await selectAddress(db, userId);
  await updateEmail(db, userId, newEmail);
  await announceRequest(tx, userId);
  if (before?.email_verified_at)
    await notifyByMail(services, db, userId, { kind: 'email-changed', client, to: before.email });
}

/** Switches to the new address. Every failure is the same 422, even if another member has taken the address. */
export async function confirmEmail(
  services: Services,
  userId: string,
  code: string,
  client: ClientInfo,
): Promise<void> {
  const moved = await inTransaction(services, async (tx) => {
    const newEmail = await consumeChange(tx.db, userId, code);
    if (newEmail === null) return false;
    await moveTo(services, tx, userId, newEmail, client);
    return true;
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'users_email_key')) return false;
    throw error;
  });
  // Thrown outside the transaction, so that a wrong code still counts as an attempt.
  if (!moved) throw fieldProblem('code', codeMessages.wrong);
  services.security.record('address-changed', { memberId: userId, address: client.address });
}

export function registerEmailChange(services: Services): void {
  services.jobs.work(emailChangeMail, ({ userId, newEmail }) => sendCode(services, userId, newEmail));
}
