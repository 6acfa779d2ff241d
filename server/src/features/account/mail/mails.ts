import { OTP_MINUTES, RESET_MINUTES } from '@afterhours/contract/account/account';
import { UNCONFIRMED_DAYS } from '@afterhours/contract/account/confirmation';
import { SIGN_IN_LINK_MINUTES } from '@afterhours/contract/account/sign-in-link';
import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import { paragraph, type Recipient, writeLetter, writeLink } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { english } from '#texts/english.ts';

const texts = defineMessages('account.mail', {
  code: '{code} is your {app} code',
  confirm: 'Please enter this code to confirm your email address:',
  confirmValid: 'It is valid for {minutes} minutes. If you did not join {app}, you can ignore this email.',
  confirmSoon: 'An account that is not confirmed within {days} days is removed.',
  newAddress: 'Please enter this code to use this address for your account:',
  newAddressValid: 'It is valid for {minutes} minutes. If you have no account at {app}, you can ignore this email.',
  reset: 'Reset your {app} password',
  resetOpening: 'You asked for a new password. Set it here:',
  resetLink: 'Set a new password',
  resetValid:
    'The link works once and for {minutes} minutes. If you did not ask for this, nothing changes and you can ignore ' +
    'this email.',
  signIn: 'Sign in to {app}',
  signInOpening: 'You asked for a link to sign in. Open it in the same browser:',
  signInValid:
    'The link works once and for {minutes} minutes. If you did not ask for this, ignore this email: the link works ' +
    'nowhere else.',
  reclaimed:
    'This address was never confirmed here. With the link the account becomes yours and starts empty: ' +
    'everything written in it before is deleted. If you wrote it yourself, sign in and confirm your address instead.',
});

const codeMail = (to: Omit<Recipient, 'name'>, lines: readonly WrittenText[], code: string): MailMessage => ({
  to: to.to,
  subject: english(texts.code, { code, app: to.appName }),
  ...writeLetter({ ...to, name: null }, lines, {
    text: code,
    html: paragraph(code, 'font-size:28px;letter-spacing:.2em;font-weight:bold'),
  }),
  essence: code,
});

/** The mail with the 6-digit code. It contains none of the member's text: anybody may enter any address at sign-up. */
export function verifyMail(to: Omit<Recipient, 'name'>, otp: string, removed: boolean): MailMessage {
  const lines = [
    english(texts.confirm),
    english(texts.confirmValid, { minutes: OTP_MINUTES, app: to.appName }),
    ...(removed ? [english(texts.confirmSoon, { days: UNCONFIRMED_DAYS })] : []),
  ];
  return codeMail(to, lines, otp);
}

/**
 * The mail with the code that confirms a new address. It contains no name, because the address is not confirmed yet.
 */
export function newAddressMail(to: Omit<Recipient, 'name'>, code: string): MailMessage {
  const valid = english(texts.newAddressValid, { minutes: OTP_MINUTES, app: to.appName });
  return codeMail(to, [english(texts.newAddress), valid], code);
}

/** The mail with the link to set a new password. `name` is null for an unconfirmed address. */
export function resetMail(to: Recipient, link: string): MailMessage {
  const lines = [
    english(texts.resetOpening),
    english(texts.resetValid, { minutes: RESET_MINUTES }),
    ...(to.name === null ? [english(texts.reclaimed)] : []),
  ];
  return {
    to: to.to,
    subject: english(texts.reset, { app: to.appName }),
    ...writeLetter(to, lines, writeLink(link, english(texts.resetLink))),
    essence: link,
  };
}

/** The mail with a link that signs in. */
export const signInLinkMail = (to: Recipient, link: string): MailMessage => ({
  to: to.to,
  subject: english(texts.signIn, { app: to.appName }),
  ...writeLetter(
    to,
    [english(texts.signInOpening), english(texts.signInValid, { minutes: SIGN_IN_LINK_MINUTES })],
    writeLink(link, english(texts.signIn, { app: to.appName })),
  ),
  essence: link,
});
