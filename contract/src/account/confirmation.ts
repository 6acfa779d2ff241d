/** What members with an unconfirmed email address are told. */
import { defineMessages } from '../base/message.ts';

export const confirmationMessages = defineMessages('confirmation', {
  needed:
    'Please confirm your email address first. Enter the 6-digit code that we mailed to you, or ask for a new one.',
});

/** Where mails are sent, an account is removed so many days after its first code was mailed and never entered. */
export const UNCONFIRMED_DAYS = 7;
