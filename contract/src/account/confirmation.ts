/** The message for members whose email address is not confirmed. */
import { defineMessages } from '../base/message.ts';

export const confirmationMessages = defineMessages('confirmation', {
  needed:
    'Please confirm your email address first. Enter the 6-digit code that we emailed to you, or ask for a new one.',
});

/** Where mails are sent, an account is deleted if its first code is not entered within this many days. */
export const UNCONFIRMED_DAYS = 7;
