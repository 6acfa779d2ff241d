import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';

const texts = defineMessages('moderation.waitingMails', {
  notifications: 'Notifications',
  digest: 'Digest',
  code: 'Confirmation code or password reset',
  link: 'Link to sign in',
  address: 'Change of an email address',
  account: 'Account notice',
  export: 'Copy of a member’s data',
  staff: 'Staff decision',
  payments: 'Receipt or refund',
  other: 'Other email',
});

/** By the prefix of the job's name, the longest first. */
const kinds = [
  ['notifications', texts.notifications],
  ['digest', texts.digest],
  ['account.mail', texts.code],
  ['account.sign-in-link', texts.link],
  ['account.email-change', texts.address],
  ['account-data.', texts.export],
  ['account.', texts.account],
  ['community.', texts.staff],
  ['moderation.', texts.staff],
  ['staff.', texts.staff],
  ['payments.', texts.payments],
] as const;

/** Returns what a mail is about, by the server's name for it. */
export const mailKindText = (what: string): string =>
  t(kinds.find(([beginning]) => what.startsWith(beginning))?.[1] ?? texts.other);
