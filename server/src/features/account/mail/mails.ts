import { OTP_MINUTES, RESET_MINUTES } from '@afterhours/contract/account/account';
import { UNCONFIRMED_DAYS } from '@afterhours/contract/account/confirmation';
import { type Letter, paragraph, writeLetter } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';

const codeMail = (to: Omit<Letter, 'name'>, lines: string[], code: string): MailMessage => ({
  to: to.to,
  subject: `${code} is your ${to.appName} code`,
  ...writeLetter({ ...to, name: null }, lines, {
    text: code,
    html: paragraph(code, 'font-size:28px;letter-spacing:.2em;font-weight:bold'),
  }),
  essence: code,
});

/** The mail with the 6-digit code. It contains no text of the member: anybody may enter any address at sign-up. */
export function verifyMail(to: Omit<Letter, 'name'>, otp: string, removed: boolean): MailMessage {
  const lines = [
    'Please enter this code to confirm your e-mail address:',
    `It is valid for ${OTP_MINUTES} minutes. If you did not join ${to.appName}, you can ignore this mail.`,
    ...(removed ? [`An account that is not confirmed within ${UNCONFIRMED_DAYS} days is removed.`] : []),
  ];
  return codeMail(to, lines, otp);
}

/**
 * The mail with the code that confirms a new address. It contains no name, because the address is not confirmed yet.
 */
export function newAddressMail(to: Omit<Letter, 'name'>, code: string): MailMessage {
  const lines = [
    'Please enter this code to use this address for your account:',
    `It is valid for ${OTP_MINUTES} minutes. If you have no account at ${to.appName}, you can ignore this mail.`,
  ];
  return codeMail(to, lines, code);
}

const RECLAIMED =
  'This address was never confirmed here. With the link the account becomes yours and begins anew: what was written ' +
  'in it before is removed. If that was you, sign in and confirm your address instead.';

/** The mail with the link to set a new password. `name` is null for an unconfirmed address. */
export function resetMail(to: Letter, link: string): MailMessage {
  const lines = [
    'You asked for a new password. Set it here:',
    `The link works once and for ${RESET_MINUTES} minutes. If it was not you who asked, nothing changes and you can ` +
      `ignore this mail.`,
    ...(to.name === null ? [RECLAIMED] : []),
  ];
  return {
    to: to.to,
    subject: `Reset your ${to.appName} password`,
    ...writeLetter(to, lines, {
      text: link,
      html: `<p style="margin:0 0 16px"><a href="${link}">Set a new password</a></p>`,
    }),
    essence: link,
  };
}
