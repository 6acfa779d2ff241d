/** The fields of the sign-in form, in a module of their own so that the sign-in page loads nothing else. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages, type MessageDescriptor } from '../base/message.ts';

export const signInMessages = defineMessages('signIn', {
  emailRequired: 'Email is required.',
  emailForm: 'Invalid email address.',
  forgottenEmailForm: 'invalid email address.',
  passwordRequired: 'Password is required.',
  wrongPassword: 'Password is incorrect.',
});

const ADDRESS = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/** An email address, lower-cased: letters, digits, periods, dashes, underscores and one @. */
export const email = (invalid: MessageDescriptor = signInMessages.emailForm) =>
  z.string(issueText(signInMessages.emailRequired)).check(
    bounded(1_000, issueText(invalid)),
    z.overwrite((value) => value.trim().toLowerCase()),
    z.minLength(1, { error: issueText(signInMessages.emailRequired), abort: true }),
    z.maxLength(254, { error: issueText(invalid), abort: true }),
    z.regex(ADDRESS, issueText(invalid)),
  );

/** An existing password: any text that is not too long. */
export const heldPassword = (required: MessageDescriptor = signInMessages.passwordRequired) =>
  z
    .string(issueText(required))
    .check(bounded(128, issueText(required)), z.minLength(1, { error: issueText(required), abort: true }));

export const loginBody = z.object({ email: email(), password: heldPassword() });
export const forgotPasswordBody = z.object({ email: email(signInMessages.forgottenEmailForm) });
