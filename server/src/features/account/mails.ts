import { OTP_MINUTES, RESET_MINUTES } from '@afterhours/contract/account';
import type { MailMessage } from '#platform/mail/mail.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

type Letter = { to: string; name: string; appName: string };

function letter(
  { name, appName }: Letter,
  lines: string[],
  action: { html: string; text: string },
): { text: string; html: string } {
  const [opening = '', ...rest] = lines;
  const paragraph = (line: string): string => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;
  return {
    text: [`Hello ${name},`, opening, action.text, ...rest, appName].join('\n\n'),
    html: `<div style="font:16px/1.5 sans-serif;color:#22253a;max-width:34rem">${paragraph(`Hello ${name},`)}${paragraph(opening)}${action.html}${rest
      .map(paragraph)
      .join('')}${paragraph(appName)}</div>`,
  };
}

/** The mail that carries the 6-digit code. */
export function verifyMail(to: Letter, otp: string): MailMessage {
  return {
    to: to.to,
    subject: `${otp} is your ${to.appName} code`,
    ...letter(
      to,
      [
        'Please enter this code to confirm your e-mail address:',
        `It is good for ${OTP_MINUTES} minutes. If you did not join ${to.appName}, you can ignore this mail.`,
      ],
      { text: otp, html: `<p style="margin:0 0 16px;font-size:28px;letter-spacing:.2em"><strong>${otp}</strong></p>` },
    ),
    essence: otp,
  };
}

/** The mail that carries the link to set a new password. */
export function resetMail(to: Letter, link: string): MailMessage {
  return {
    to: to.to,
    subject: `Reset your ${to.appName} password`,
    ...letter(
      to,
      [
        'You asked for a new password. Set it here:',
        `The link works once and for ${RESET_MINUTES} minutes. If it was not you who asked, nothing changes and you can ignore this mail.`,
      ],
      { text: link, html: `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}">Set a new password</a></p>` },
    ),
    essence: link,
  };
}
