/** The mail to a member whose account was deleted by the owners. */
import { defineMessages } from '@afterhours/contract/base/message';
import { defineJob } from '#platform/jobs/jobs.ts';
import { writeLetter } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { english } from '#texts/english.ts';

const texts = defineMessages('staff.goodbyeMail', {
  subject: 'Your {app} account has been deleted',
  opening: 'The owners of {app} have deleted your account and everything in it.',
  words: 'Their message: {words}',
});

type Goodbye = { to: string; name: string; words: string };

export const goodbyeMail = defineJob<Goodbye>('staff.goodbye', { mails: true });

export function writeGoodbye({ to, name, words }: Goodbye, appName: string): MailMessage {
  const lines = [english(texts.opening, { app: appName }), english(texts.words, { words })];
  const subject = english(texts.subject, { app: appName });
  return { to, subject, ...writeLetter({ to, name, appName }, lines), essence: '' };
}
