/** The mails to both addresses of a member whose address was changed by the owners. */
import { defineMessages } from '@afterhours/contract/base/message';
import { defineJob } from '#platform/jobs/jobs.ts';
import { writeLetter } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { english } from '#texts/english.ts';

const texts = defineMessages('staff.movedMail', {
  subject: 'The email address of your account at {app} was changed',
  away: 'The owners of {app} have changed the email address of your account. You can no longer sign in with this one.',
  here: 'The owners of {app} have made this the email address of your account. Sign in with it from now on.',
  advice: 'If you did not request this, contact them immediately.',
});

/**
 * `isNew` is true for the mail to the new address. The mail names no other address: the mailbox may be somebody else's.
 */
type Moved = { to: string; name: string | null; isNew: boolean };

export const movedMail = defineJob<Moved>('staff.moved', { mails: true });

export function writeMoved({ to, name, isNew }: Moved, appName: string): MailMessage {
  const lines = [english(isNew ? texts.here : texts.away, { app: appName }), english(texts.advice)];
  const subject = english(texts.subject, { app: appName });
  return { to, subject, ...writeLetter({ to, name, appName }, lines), essence: '' };
}
