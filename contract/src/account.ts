/** Signing up, in and out; the codes and links that go by mail; the own account as the session check answers it. */
import * as z from 'zod/mini';
import { bounded } from './bounded.ts';
import { country } from './countries.ts';
import { dateTime, id, line, personName } from './fields.ts';
import { mailedCode } from './mailed-code.ts';
import { onOff, person } from './people.ts';
import { phone } from './phone.ts';
import { route } from './route.ts';
import { email, forgotPasswordBody, heldPassword, loginBody } from './sign-in.ts';

export const MINIMUM_AGE = 18;
export const OTP_MINUTES = 10;
export const OTP_TRIES = 5;
export const RESET_MINUTES = 30;
/** So many reset links of an account are good side by side; the next one ends the oldest. */
export const RESET_LINKS = 3;
/** A session ends so many days after its last use, and in any case so many after the sign-in. */
export const SESSION_DAYS = 30;
export const SESSION_LIFE_DAYS = 180;
/** A member has at most so many sessions; the one least recently used ends first. */
export const MAX_SESSIONS = 50;

export const accountMessages = {
  signedUp: 'Welcome! Check your e-mail for a 6-digit code.',
  signedIn: 'You are signed in.',
  signedOut: 'You are signed out.',
  wrongPair: 'Invalid email or password.',
  emailTaken: 'Email is already registered.',
  usernameTaken: 'That username is already taken.',
  verified: 'Your e-mail address is confirmed.',
  wrongCode: 'That code is not right or no longer valid.',
  codeSent: 'If this address waits for a code, a new one is on its way.',
  resetSent: 'If this address is known, a link to reset the password is on its way.',
  resetDone: 'Your password is changed. Please sign in with the new one.',
  resetDead: 'This link is no longer valid. Please ask for a new one.',
  easyToGuess: 'This password is too easy to guess.',
  samePassword: 'Please choose a password other than the current one.',
  passwordChanged: 'Your password is changed.',
  wrongCurrent: 'Current password is incorrect.',
  profileUpdated: 'Your profile is updated.',
  settingsSaved: 'Your settings are saved.',
  sessionEnded: 'That session is ended.',
  othersEnded: 'All other sessions are ended.',
  tooManyTries: 'Too many attempts. Please wait a while and try again.',
  tooManySignUps: 'Too many accounts were created from this network. Please try again later.',
} as const;

/** The rules for a new password, each with its own message; at most 128 characters. */
export const newPassword = (required = 'Password is required.') =>
  z
    .string(required)
    .check(
      bounded(128, 'Password must be at most 128 characters.'),
      z.minLength(1, { error: required, abort: true }),
      z.minLength(8, 'Password must be at least 8 characters.'),
      z.regex(/\p{Lu}/u, 'Password must contain an uppercase letter.'),
      z.regex(/\p{Ll}/u, 'Password must contain a lowercase letter.'),
      z.regex(/\d/, 'Password must contain a digit.'),
    );

/** The date `DD-MM-YYYY` names, as midnight UTC, or null when there is no such day. */
export function parseDayMonthYear(value: string): Date | null {
  const match = /^(\d{2})-(\d{2})-(\d{4})$/.exec(value);
  if (!match) return null;
  const [day, month, year] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null;
}

const EARLIEST_ZONE_MS = 14 * 3_600_000;

/** Whether someone born on that day (DD-MM-YYYY) is 18 at `now`, in the time zone where the day comes first. */
export function isOldEnough(dob: string, now: Date): boolean {
  const born = parseDayMonthYear(dob);
  if (!born) return false;
  const today = new Date(now.getTime() + EARLIEST_ZONE_MS);
  return Date.UTC(born.getUTCFullYear() + MINIMUM_AGE, born.getUTCMonth(), born.getUTCDate()) <= today.getTime();
}

export const dateOfBirth = (required = 'Date of birth is required.') =>
  z.string(required).check(
    bounded(40, 'Please write the date as DD-MM-YYYY.'),
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.regex(/^\d{2}-\d{2}-\d{4}$/, { error: 'Please write the date as DD-MM-YYYY.', abort: true }),
    z.refine((value) => parseDayMonthYear(value) !== null && Number(value.slice(6)) >= 1900, {
      error: 'This date does not exist.',
      abort: true,
    }),
    z.refine((value) => isOldEnough(value, new Date()), `You must be at least ${MINIMUM_AGE} years old to join.`),
  );

export const username = z.string('Please enter a username.').check(
  bounded(120, 'Use 3 to 30 letters, digits, periods or underscores.'),
  z.overwrite((value) => value.trim().toLowerCase()),
  z.regex(/^[a-z0-9_.]{3,30}$/, 'Use 3 to 30 letters, digits, periods or underscores.'),
);

export const gender = z.enum(['male', 'female'], 'Gender is required.');

export const signupBody = z.object({
  email: email(),
  password: newPassword(),
  phone: phone(),
  firstName: personName('Firstname is required.'),
  lastName: personName('Lastname is required.'),
  dob: dateOfBirth(),
  country,
  profession: z.optional(z.nullable(line({ max: 80 }))),
  username: z.optional(z.nullable(username)),
  gender: z.optional(z.nullable(gender)),
});
export type SignupBody = z.output<typeof signupBody>;

export const verifyOtpBody = z.object({
  email: email(),
  otp: mailedCode,
});
export const resetPasswordBody = z.object({
  token: z
    .string('This link is incomplete.')
    .check(bounded(200, accountMessages.resetDead), z.minLength(1, 'This link is incomplete.')),
  newPassword: newPassword('New Password is required.'),
});
export const changePasswordBody = z.object({
  currentPassword: z.optional(heldPassword('Current Password is required.')),
  oldPassword: z.optional(heldPassword('Current Password is required.')),
  newPassword: newPassword('New Password is required.'),
});

/** The member's own record. `dob` is DD-MM-YYYY; the five switches are 'On' or 'Off'. */
export const ownUser = z.extend(person, {
  email: z.string(),
  isUserVerified: z.boolean(),
  phone: z.nullable(z.string()),
  country: z.nullable(z.string()),
  cover_image: z.nullable(z.string()),
  gender: z.nullable(gender),
  dob: z.nullable(z.string()),
  employment: z.nullable(z.enum(['Full-Time', 'Part-Time'])),
  education: z.nullable(z.enum(['Post Graduate', 'Graduate', 'Intermediate', 'Metric'])),
  login_time: z.nullable(dateTime),
  createdAt: dateTime,
  updatedAt: dateTime,
  message_notification: onOff,
  comment_notification: onOff,
  like_notification: onOff,
  event_notification: onOff,
  follow_notification: onOff,
  /** Off: nobody sees when I am online, and I see nobody. */
  show_presence: onOff,
  /** Off: nobody sees what I have read, and I see nobody's. */
  read_receipts: onOff,
  hasPassword: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** Came by Google and has not yet given date of birth, phone and country. */
  needsDetails: z.boolean(),
  followersCount: z.int(),
  followingsCount: z.int(),
  connectionsCount: z.int(),
  unreadNotifications: z.int(),
  unreadMessages: z.int(),
});
export type OwnUser = z.infer<typeof ownUser>;
z.globalRegistry.add(ownUser, { id: 'OwnUser' });

const sessionBody = z.object({ token: z.string(), user: ownUser });
/** With two-step verification on: `challenge` goes to /login/verify with a code. */
const challengeBody = z.object({ twoFactorRequired: z.literal(true), challenge: z.string() });
const nothing = z.null();

export const signup = route({
  method: 'POST',
  path: '/signup',
  summary: 'Create an account; a 6-digit code is mailed',
  access: 'public',
  cost: 'heavy',
  body: signupBody,
  answer: z.object({ user: ownUser }),
});

export const login = route({
  method: 'POST',
  path: '/login',
  summary: 'Sign in with e-mail and password',
  access: 'public',
  cost: 'write',
  body: loginBody,
  answer: z.union([sessionBody, challengeBody]),
});

export const logout = route({
  method: 'POST',
  path: '/logout',
  summary: 'End this session',
  access: 'member',
  cost: 'write',
  beforeDetails: true,
  leavesBrowser: true,
  answer: nothing,
});

export const verifyOtp = route({
  method: 'POST',
  path: '/verifyOtp',
  summary: 'Confirm the e-mail address with the mailed code',
  access: 'public',
  cost: 'write',
  body: verifyOtpBody,
  answer: z.object({ isUserVerified: z.boolean() }),
});

export const resendOtp = route({
  method: 'POST',
  path: '/resendOtp',
  summary: 'Mail a new code',
  access: 'public',
  cost: 'heavy',
  body: z.object({ email: email() }),
  answer: nothing,
});

export const forgotPassword = route({
  method: 'POST',
  path: '/forgotPassword',
  summary: 'Mail a link to reset the password',
  access: 'public',
  cost: 'heavy',
  body: forgotPasswordBody,
  answer: nothing,
});

export const resetPassword = route({
  method: 'POST',
  path: '/resetPassword',
  summary: 'Set a new password with the token of the mailed link; ends all sessions',
  access: 'public',
  cost: 'heavy',
  body: resetPasswordBody,
  answer: nothing,
});

export const changePassword = route({
  method: 'POST',
  path: '/changePassword',
  summary: 'Change the own password; ends all other sessions',
  access: 'member',
  cost: 'heavy',
  body: changePasswordBody,
  answer: nothing,
});

export const getProfile = route({
  method: 'GET',
  path: '/getProfile',
  summary: 'The signed-in member, with switches and counts',
  access: 'member',
  cost: 'read',
  beforeDetails: true,
  answer: ownUser,
});

export const session = z.object({
  _id: id,
  createdAt: dateTime,
  lastSeenAt: dateTime,
  userAgent: z.nullable(z.string()),
  address: z.nullable(z.string()),
  current: z.boolean(),
});

export const listSessions = route({
  method: 'GET',
  path: '/sessions',
  summary: 'Where I am signed in',
  access: 'member',
  cost: 'read',
  answer: z.array(session),
});

export const deleteSession = route({
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'End one of my sessions',
  access: 'member',
  cost: 'write',
  params: z.object({ id }),
  answer: nothing,
});

/** All but the current one. */
export const deleteOtherSessions = route({
  method: 'DELETE',
  path: '/sessions',
  summary: 'End all my other sessions',
  access: 'member',
  cost: 'write',
  answer: z.object({ ended: z.int() }),
});
