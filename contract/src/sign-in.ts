/** What signing in asks for; apart from the calls of an account, so that the page that asks needs nothing else. */
import * as z from 'zod/mini';
import { bounded } from './bounded.ts';

/** An address, lower-cased: letters, digits, periods, dashes, underscores and one @. */
export const email = (invalid = 'Invalid email address.') =>
  z.string('Email is required.').check(
    bounded(1_000, invalid),
    z.overwrite((value) => value.trim().toLowerCase()),
    z.minLength(1, { error: 'Email is required.', abort: true }),
    z.maxLength(254, { error: invalid, abort: true }),
    z.regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, invalid),
  );

export const heldPassword = (required: string) =>
  z.string(required).check(bounded(128, required), z.minLength(1, { error: required, abort: true }));

export const loginBody = z.object({ email: email(), password: heldPassword('Password is required.') });
export const forgotPasswordBody = z.object({ email: email('invalid email address.') });
