/**
 * The code of an invitation to the community, in a module of its own because the form for joining loads nothing else of
 * it.
 */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';

export const invitationMessages = defineMessages('community.invitation', {
  needed: 'You can only join this community by invitation. Please enter your code.',
  used: 'This invitation is no longer valid. Please ask for a new one.',
});

/** An invitation code as somebody types it: dashes, spaces and case are ignored. */
export const invitationCode = z.string(issueText(invitationMessages.used)).check(
  bounded(100, issueText(invitationMessages.used)),
  z.overwrite((value) => value.replaceAll(/[\s-]/g, '').toLowerCase()),
);
