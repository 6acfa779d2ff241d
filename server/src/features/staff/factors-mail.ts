/** The mail to a member whose passkeys and two-step verification were removed by the owners. */
import { defineMessages } from '@afterhours/contract/base/message';
import { defineJob } from '#platform/jobs/jobs.ts';
import { writeLetter } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { english } from '#texts/english.ts';

const texts = defineMessages('staff.factorsMail', {
  subject: 'The passkeys and two-step verification on your {app} account were removed',
  opening:
    'The owners of {app} have removed the passkeys and two-step verification of your account, and ended all its ' +
    'sessions.',
  words: 'Their message: {words}',
  next:
    'Sign in with your password, or by a link that the sign-in page emails to you. Then add a passkey or turn ' +
    'two-step verification on again in Settings.',
  nextAtProvider:
    'Sign in with {provider}. Then you can add a passkey or turn two-step verification on again in Settings.',
  adviceAtProvider: 'If you did not request this, contact them immediately.',
  advice: 'If you did not request this, change your password immediately and contact them.',
});

type Removed = { to: string; name: string; words: string };

export const factorsMail = defineJob<Removed>('staff.factors', { mails: true });

/** `provider` is the only place where members sign in; null if they can also sign in here. */
export function writeFactorsRemoved(
  { to, name, words }: Removed,
  { appName, provider }: { appName: string; provider: string | null },
): MailMessage {
  const lines = [
    english(texts.opening, { app: appName }),
    english(texts.words, { words }),
    provider === null ? english(texts.next) : english(texts.nextAtProvider, { provider }),
    english(provider === null ? texts.advice : texts.adviceAtProvider),
  ];
  const subject = english(texts.subject, { app: appName });
  return { to, subject, ...writeLetter({ to, name, appName }, lines), essence: '' };
}
