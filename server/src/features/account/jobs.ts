import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { resetMail, verifyMail } from './mails.ts';
import { deleteExpired, selectCredentials } from './queries.ts';
import { createOtp, createResetToken } from './secrets.ts';

/** Mail a code or a reset link to an address; does nothing when no member waits for it there. */
export const accountMail = defineJob<{ email: string; purpose: 'verify' | 'reset' }>('account.mail');

export const accountSweep = defineJob<Record<string, never>>('account.sweep', { cron: '17 * * * *' });

async function sendAccountMail(
  { db, mail, config }: Services,
  job: { email: string; purpose: 'verify' | 'reset' },
): Promise<void> {
  const member = await selectCredentials(db, job.email);
  if (!member) return;
  const to = { to: member.email, name: member.first_name, appName: config.appName };
  if (job.purpose === 'reset') {
    const token = await createResetToken(db, member.id);
    await mail.send(resetMail(to, `${config.publicUrl}/ResetPassword?token=${token}`));
  } else if (member.email_verified_at === null) {
    await mail.send(verifyMail(to, await createOtp(db, member.id)));
  }
}

export function registerAccountJobs(services: Services): void {
  services.jobs.work(accountMail, (job) => sendAccountMail(services, job));
  services.jobs.work(accountSweep, () => deleteExpired(services.db));
}
