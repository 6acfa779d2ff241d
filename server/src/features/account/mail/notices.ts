/** Mails that inform a member of a change to how they sign in. They contain no links, only instructions. */
import { describeDevice } from '@afterhours/contract/account/device-name';
import { defineMessages } from '@afterhours/contract/base/message';
import { networkOf } from '#http/gate/network.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { writeLetter } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { english } from '#texts/english.ts';

const subjects = defineMessages('account.notice', {
  passwordChanged: 'Your password was changed',
  passwordReset: 'Your password was reset',
  twoFactorOn: 'Two-step verification was turned on',
  twoFactorOff: 'Two-step verification was turned off',
  emailChanged: 'Your email address was changed',
  newDevice: 'A new sign-in to your account',
  passkeyAdded: 'A passkey was added',
  passkeyRemoved: 'A passkey was removed',
  passkeyCopied: 'A passkey may have been copied',
  identityLinked: 'Another account was linked to yours',
  googleLinked: 'A Google account was linked to yours',
  identityUnlinked: 'A linked account was removed',
});

const advice = defineMessages('account.notice.advice', {
  passwordChanged: 'If this was not you, reset your password on the sign-in page at once.',
  passwordReset: 'If this was not you, somebody can read your email: change its password, then reset this one again.',
  twoFactorOn: 'If this was not you, somebody knows your password: write to the people who run this community.',
  twoFactorOff: 'If this was not you, change your password and turn two-step verification on again in Settings.',
  emailChanged: 'If this was not you, write to the people who run this community at once.',
  newDevice: 'If this was not you, change your password in Settings; that ends all other sessions.',
  passkeyAdded: 'If this was not you, remove it in Settings, end all other sessions there and change your password.',
  passkeyRemoved: 'If this was not you, end all other sessions in Settings and change your password.',
  passkeyCopied: 'If you have not reset the device, remove the passkey in Settings.',
  identityLinked: 'If this was not you, unlink it in Settings and end all other sessions there.',
  googleLinked:
    'If this was not you, secure your Google account, and unlink it and end all other sessions in Settings.',
  identityUnlinked: 'If this was not you, end all other sessions in Settings.',
});

/** What some changes mean for the member. */
const meanings = defineMessages('account.notice.meaning', {
  emailChanged: 'Sign in with the new address from now on.',
  passwordChanged: 'All other sessions have ended. If you had a calendar address, it no longer works either.',
  passwordReset: 'All sessions have ended. If you had a calendar address, it no longer works either.',
  passkeyCopied: 'The passkey counts its uses, and the count has gone down, as with a copy.',
  identityLinked: 'It can now be used to sign in to yours.',
  googleLinked: 'It has your email address, and can now be used to sign in to yours.',
  identityUnlinked: 'It can no longer be used to sign in to yours.',
});

const texts = defineMessages('account.notice.mail', {
  subject: '{notice} – {app}',
  place: '{notice}: {when} UTC, {device}, network {network}.',
  nothing: 'If this was you, you do not need to do anything.',
  otherWays:
    'Your passkeys and linked accounts can still be used to sign in. Review them in Settings, Sign in & Security, ' +
    'and remove any that you do not recognise.',
});

/** Each kind as stored in jobs, which servers of the previous version read as well. */
const textOfKind = {
  'password-changed': 'passwordChanged',
  'password-reset': 'passwordReset',
  'two-factor-on': 'twoFactorOn',
  'two-factor-off': 'twoFactorOff',
  'email-changed': 'emailChanged',
  'new-device': 'newDevice',
  'passkey-added': 'passkeyAdded',
  'passkey-removed': 'passkeyRemoved',
  'passkey-copied': 'passkeyCopied',
  'identity-linked': 'identityLinked',
  'google-linked': 'googleLinked',
  'identity-unlinked': 'identityUnlinked',
} as const;

export type NoticeKind = keyof typeof textOfKind;

/** The browser and the network address from which a call comes. */
export type ClientInfo = { userAgent: string | null; address: string };

/**
 * The payload of the job, in which `place` is the client that caused the notice. `otherWays`: a passkey or a linked
 * account signs in as well as the password that was reset.
 */
type Notice = { to: string; name: string; kind: NoticeKind; at: string; place: ClientInfo; otherWays?: boolean };

export const accountNotice = defineJob<Notice>('account.notice', { mails: true });

export function noticeMail({ to, name, kind, at, place, otherWays }: Notice, appName: string): MailMessage {
  const text = textOfKind[kind];
  const notice = english(subjects[text]);
  const when = at.slice(0, 16).replace('T', ' ');
  const device = describeDevice(place.userAgent, english).name;
  const network = networkOf(place.address).narrow;
  const lines = [
    english(texts.place, { notice, when, device, network }),
    ...(text in meanings ? [english(meanings[text as keyof typeof meanings])] : []),
    ...(otherWays ? [english(texts.otherWays)] : []),
    // The sign-in with a copy was the member's own, or it was not: neither means that all is well.
    ...(otherWays || kind === 'passkey-copied' ? [] : [english(texts.nothing)]),
    english(advice[text]),
  ];
  const subject = english(texts.subject, { notice, app: appName });
  return { to, subject, ...writeLetter({ to, name, appName }, lines), essence: '' };
}
