/** Texts for guests in lists, both on the page that the server renders and in the application. */
import { defineMessages } from '../base/message.ts';

export const guestTexts = defineMessages('browse.guests', {
  hint: 'Sign in to apply for jobs, join webinars and write to members.',
});
