/** What lists say to guests, on the page of the server and in the program. */
import { defineMessages } from '../base/message.ts';

export const guestTexts = defineMessages('browse.guests', {
  hint: 'Sign in to apply for jobs, join webinars and write to members.',
});
