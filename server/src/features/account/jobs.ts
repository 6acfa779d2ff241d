import { UNCONFIRMED_DAYS } from '@afterhours/contract/account/confirmation';
import { sql } from 'kysely';
import { inTransaction } from '#db/statements/transaction.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { forgetNetworks } from './account-networks.ts';
import { accountVacated } from './events.ts';
import { resetMail, verifyMail } from './mail/mails.ts';
import { accountNotice, noticeMail } from './mail/notices.ts';
import { deleteExpired, lockUnconfirmed, selectCredentials, setCodeMailed } from './queries.ts';
import { createOtp } from './sign-in/mailed-codes.ts';
import { createResetToken } from './sign-in/reset-links.ts';

type AccountMail = { email: string; purpose: 'verify' | 'reset' };

/**
 * Mails a code or a reset link to an address. Does nothing if no member has that address, or if it no longer needs a
 * code.
 */
export const accountMail = defineJob<AccountMail>('account.mail', { mails: true });

/** How many unconfirmed accounts are removed in an hour. */
const REMOVED_AT_ONCE = 200;

async function sendAccountMail({ db, mail, config, community }: Services, job: AccountMail): Promise<void> {
  const member = await selectCredentials(db, job.email);
  if (!member) return;
  const confirmed = member.email_verified_at !== null;
  const to = { to: member.email, name: confirmed ? member.first_name : null, appName: community.name() };
  if (job.purpose === 'reset') {
    const token = await createResetToken(db, member);
    if (token !== undefined) await mail.send(resetMail(to, `${config.publicUrl}/ResetPassword?token=${token}`));
  } else if (!confirmed) {
    const removed = config.mail.smtpUrl !== null;
    await mail.send(verifyMail(to, await createOtp(db, member.id), removed));
    if (removed) await setCodeMailed(db, member.id);
  }
}

/** Removes an unconfirmed account; returns false if the member has confirmed the address in the meantime. */
function removeUnconfirmed(services: Services, userId: string): Promise<boolean> {
  return inTransaction(services, async (tx) => {
    if (!(await lockUnconfirmed(tx.db, userId))) return false;
    await tx.emit(accountVacated, { userId });
    return true;
  });
}

/**
 * Where mails are sent, removes accounts whose first code was mailed some days ago and never entered. Accounts from
 * before there was a mail server, to which no code was mailed, are sent one first, so that nobody is surprised.
 */
export async function removeAllUnconfirmed(services: Services): Promise<void> {
  const { db, config, jobs, security } = services;
  if (config.mail.smtpUrl === null) return;
  const members = await db
    .selectFrom('users')
    .select(['id', 'email', 'code_mailed_at'])
    .where('email_verified_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`coalesce(code_mailed_at < now() - make_interval(days => ${UNCONFIRMED_DAYS}),
      created_at < now() - interval '1 hour')`)
    .orderBy('code_mailed_at')
    .limit(REMOVED_AT_ONCE)
    .execute();
  for (const { id: userId, email, code_mailed_at: mailedAt } of members) {
    if (mailedAt === null) await jobs.enqueue(db, accountMail, { email, purpose: 'verify' });
    else if (await removeUnconfirmed(services, userId)) security.record('account-expired', { memberId: userId });
  }
}

/** Deletes what has expired: codes, links, sessions and the like, and the networks from which members signed in. */
export async function deleteAllExpired({ db }: Services): Promise<void> {
  await deleteExpired(db);
  await forgetNetworks(db);
}

export function registerAccountJobs(services: Services): void {
  services.jobs.work(accountMail, (job) => sendAccountMail(services, job));
  services.jobs.work(accountNotice, (job) => services.mail.send(noticeMail(job, services.community.name())));
  services.jobs.schedule({ name: 'account.cleanup', formerName: 'account.sweep', cron: '17 * * * *' }, () =>
    deleteAllExpired(services),
  );
  services.jobs.schedule({ name: 'account.unconfirmed', cron: '41 * * * *' }, () => removeAllUnconfirmed(services));
}
