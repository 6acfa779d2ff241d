/** Mails that inform a member of a change to how they sign in. They contain no link, only instructions. */
import { describeDevice } from '@afterhours/contract/account/device-name';
import { english } from '#http/errors/english.ts';
import { networkOf } from '#http/gate/network.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { writeLetter } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';

const subjects = {
  'password-changed': 'Your password was changed',
  'password-reset': 'Your password was reset',
  'two-factor-on': 'Two-step verification was turned on',
  'two-factor-off': 'Two-step verification was turned off',
  'email-changed': 'Your e-mail address was changed',
  'new-device': 'A new sign-in to your account',
} as const;

export type NoticeKind = keyof typeof subjects;

/** The origin of a change: the user agent and the network address. */
export type Place = { userAgent: string | null; address: string };

type Notice = { to: string; name: string; kind: NoticeKind; at: string; place: Place };

export const accountNotice = defineJob<Notice>('account.notice');

const advice: Record<NoticeKind, string> = {
  'password-changed': 'If it was not you, ask for a new password on the sign-in page at once.',
  'password-reset': 'If it was not you, somebody can read your mail: change its password, then reset this one again.',
  'two-factor-on': 'If it was not you, somebody knows your password: write to whoever runs this site.',
  'two-factor-off': 'If it was not you, change your password and turn two-step verification on again in Settings.',
  'email-changed':
    'Sign in with the new address from now on. If it was not you, write to whoever runs this site at once.',
  'new-device': 'If it was not you, change your password in Settings; that ends all other sessions.',
};

export function noticeMail({ to, name, kind, at, place }: Notice, appName: string): MailMessage {
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  const where = `${describeDevice(place.userAgent, english).name}, network ${networkOf(place.address).narrow}`;
  const lines = [`${subjects[kind]}: ${when}, ${where}.`, 'If it was you, there is nothing to do.', advice[kind]];
  return { to, subject: `${subjects[kind]} – ${appName}`, ...writeLetter({ to, name, appName }, lines), essence: '' };
}
