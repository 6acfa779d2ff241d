/** New passwords, and changing one's own. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages, type MessageDescriptor } from '../base/message.ts';
import { heldPassword, signInMessages } from './sign-in.ts';

export const passwordMessages = defineMessages('account.password', {
  newRequired: 'New Password is required.',
  currentRequired: 'Current Password is required.',
  tooLong: 'Password must be at most 128 characters.',
  tooShort: 'Password must be at least 8 characters.',
  upperCase: 'Password must contain an uppercase letter.',
  lowerCase: 'Password must contain a lowercase letter.',
  digit: 'Password must contain a digit.',
});

/** The rules for a new password, each with its own message; at most 128 characters. */
export const newPassword = (required: MessageDescriptor = signInMessages.passwordRequired) =>
  z
    .string(issueText(required))
    .check(
      bounded(128, issueText(passwordMessages.tooLong)),
      z.minLength(1, { error: issueText(required), abort: true }),
      z.minLength(8, issueText(passwordMessages.tooShort)),
      z.regex(/\p{Lu}/u, issueText(passwordMessages.upperCase)),
      z.regex(/\p{Ll}/u, issueText(passwordMessages.lowerCase)),
      z.regex(/\d/, issueText(passwordMessages.digit)),
    );

export const changePasswordBody = z
  .object({
    currentPassword: z.optional(heldPassword(passwordMessages.currentRequired)),
    oldPassword: z.optional(heldPassword(passwordMessages.currentRequired)),
    newPassword: newPassword(passwordMessages.newRequired),
  })
  .check(
    z.refine(({ currentPassword, oldPassword }) => (currentPassword ?? oldPassword) !== undefined, {
      path: ['currentPassword'],
      error: issueText(passwordMessages.currentRequired),
      // Also beside a missing or invalid new password, so that one response names both.
      when: () => true,
    }),
  );
