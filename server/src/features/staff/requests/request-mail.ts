/** The mail that tells applicants whether they may join. */
import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import type { JoinDecision } from '@afterhours/contract/community/join-requests';
import { defineJob } from '#platform/jobs/jobs.ts';
import { writeLetter, writeLink } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { english } from '#texts/english.ts';

const texts = defineMessages('joinRequests.mail', {
  accepted: 'Welcome to {app}',
  acceptedOpening: 'Your request to join {app} has been accepted. Sign in here:',
  signIn: 'Sign in',
  refused: 'Your request to join {app}',
  refusedOpening:
    'Your request to join {app} has been declined. Your account and everything you entered have been deleted.',
  words: 'Their message: {words}',
  again: 'You can apply again from {date}.',
});

/** `name` is null for an unconfirmed address; `again` is the day from which a refused applicant may apply again. */
type Decision = { to: string; name: string | null; action: JoinDecision; words: string; again: string | null };

export const joinDecisionMail = defineJob<Decision>('community.joinDecision', { mails: true });

export function writeJoinDecision(
  decision: Decision,
  { appName, publicUrl }: { appName: string; publicUrl: string },
): MailMessage {
  const { to, name, action, words, again } = decision;
  const app = { app: appName };
  const accepted = action === 'accept';
  const lines: WrittenText[] = [
    english(accepted ? texts.acceptedOpening : texts.refusedOpening, app),
    ...(words ? [english(texts.words, { words })] : []),
    ...(again ? [english(texts.again, { date: again })] : []),
  ];
  const link = `${publicUrl}/Login`;
  const signIn = writeLink(link, english(texts.signIn));
  const subject = english(accepted ? texts.accepted : texts.refused, app);
  const letter = writeLetter({ to, name, appName }, lines, accepted ? signIn : undefined);
  return { to, subject, ...letter, essence: accepted ? link : '' };
}
