/** Signing up, in and out; mailed codes and links; the member's own account, as the session check returns it. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { dateTime, line, personName } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { invitationCode } from '../community/invitation-code.ts';
import { joinAnswer } from '../community/join-answer.ts';
import { proof } from '../community/proof-of-work.ts';
import { mentionSources } from '../constants/mentions.ts';
import { messageSources } from '../constants/messages.ts';
import { postVisibilities, profileVisibilities } from '../constants/visibility.ts';
import { label } from '../moderation/labels.ts';
import { staffRole } from '../moderation/staff.ts';
import { onOff, person } from '../people/people.ts';
import { dateOfBirth } from './birth.ts';
import { country } from './countries.ts';
import { mailedCode } from './mailed-code.ts';
import { changePasswordBody, newPassword, passwordMessages } from './passwords.ts';
import { phone } from './phone.ts';
import { email, forgotPasswordBody, loginBody } from './sign-in.ts';

export const OTP_MINUTES = 10;
export const OTP_TRIES = 5;
export const RESET_MINUTES = 30;
/** An account has at most this many valid reset links; one more invalidates the oldest. */
export const RESET_LINKS = 3;
/** A session ends this many days after its last use, and in any case `SESSION_LIFE_DAYS` after the sign-in. */
export const SESSION_DAYS = 30;
export const SESSION_LIFE_DAYS = 180;
/** A member has at most this many sessions; one more ends the least recently used. */
export const MAX_SESSIONS = 50;

export const accountMessages = defineMessages('account', {
  signedUp: 'Welcome! Check your email for a 6-digit code.',
  signedIn: 'You are signed in.',
  signedOut: 'You are signed out.',
  wrongPair: 'Invalid email or password.',
  emailTaken: 'Email is already registered.',
  usernameTaken: 'That username is already taken.',
  usernameReserved: 'That username is reserved. Please choose another one.',
  verified: 'Your email address is confirmed.',
  codeSent: 'If this address needs a code, a new one is on its way.',
  resetSent: 'If this address is known, a link to reset the password is on its way.',
  resetDone: 'Your password has been changed. Please sign in with the new one.',
  resetDead: 'This link is no longer valid. Please ask for a new one.',
  resetSanctioned:
    'The account with this email address is suspended or banned, and the address was never confirmed. Write to the ' +
    'people who run this community if you did not create it.',
  easyToGuess: 'This password is too easy to guess.',
  samePassword: 'Please choose a password other than the current one.',
  passwordChanged: 'Your password has been changed.',
  wrongCurrent: 'Current password is incorrect.',
  profileUpdated: 'Profile updated.',
  settingsSaved: 'Settings saved.',
  sessionEnded: 'Session ended.',
  othersEnded: 'All other sessions have been ended.',
  tooManyTries: 'Too many attempts. Please wait a while and try again.',
  tooManySignUps: 'Too many accounts were created from this network. Please try again later.',
  incompleteLink: 'This link is incomplete.',
  usernameRequired: 'Please enter a username.',
  usernameForm: 'Use 3 to 30 letters, digits, periods or underscores.',
  firstNameRequired: 'Firstname is required.',
  lastNameRequired: 'Lastname is required.',
  genderRequired: 'Gender is required.',
});

const usernameForm = issueText(accountMessages.usernameForm);
export const username = z.string(issueText(accountMessages.usernameRequired)).check(
  bounded(120, usernameForm),
  z.overwrite((value) => value.trim().toLowerCase()),
  z.regex(/^[a-z0-9_.]{3,30}$/, usernameForm),
);

export const gender = z.enum(['male', 'female'], issueText(accountMessages.genderRequired));

export const signupBody = z.object({
  email: email(),
  password: newPassword(),
  phone: phone(),
  firstName: personName(issueText(accountMessages.firstNameRequired)),
  lastName: personName(issueText(accountMessages.lastNameRequired)),
  dob: dateOfBirth(),
  country,
  profession: z.optional(z.nullable(line({ max: 80 }))),
  username: z.optional(z.nullable(username)),
  gender: z.optional(z.nullable(gender)),
  /** Required where members join by invitation. */
  invitation: z.optional(z.nullable(invitationCode)),
  /** The answer to the staff's question, where staff decide who may join. */
  answer: z.optional(z.nullable(joinAnswer)),
  /** The solved challenge from /signup/challenge, where the community requires a proof of work. */
  proof: z.optional(z.nullable(proof)),
});
export type SignupBody = z.output<typeof signupBody>;

export const verifyOtpBody = z.object({
  email: email(),
  otp: mailedCode,
});
export const resetPasswordBody = z.object({
  token: z
    .string(issueText(accountMessages.incompleteLink))
    .check(
      bounded(200, issueText(accountMessages.resetDead)),
      z.minLength(1, issueText(accountMessages.incompleteLink)),
    ),
  newPassword: newPassword(passwordMessages.newRequired),
});

/** The member's own record. `dob` is DD-MM-YYYY; switches are 'On' or 'Off'. */
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
  /** When off, nobody sees whether I am online, and I see it of nobody. */
  show_presence: onOff,
  /** When off, nobody sees what I have read, and I do not see what others have read. */
  read_receipts: onOff,
  /** Who may mention me: everyone, members whom I follow, or nobody. */
  mentions_from: z.enum(mentionSources),
  /** Who may send me a first message: everyone, as a request, or only members whom I follow or am connected with. */
  messages_from: z.enum(messageSources),
  /** Who may see my profile. */
  visibility: z.enum(profileVisibilities),
  /** Whether search engines may list me; null until I have decided. */
  indexable: z.nullable(z.boolean()),
  /** The audience of my newest post, and the default for the next one. */
  post_visibility: z.enum(postVisibilities),
  hasPassword: z.boolean(),
  hasPasskeys: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** The member's role on the staff; null for members who have none. */
  staffRole: z.nullable(staffRole),
  /** Whether anybody has paid for one of the member's webinars, or the member has an account to receive payments. */
  hasSold: z.boolean(),
  /** The label that staff have put on the profile. */
  label,
  /** The member's suspension or ban: its end, or null as `until` for good. Null for members without one. */
  sanction: z.nullable(z.object({ until: z.nullable(dateTime) })),
  /** What the request to join is waiting for: the mailed code or a decision. Null for members. */
  waiting: z.nullable(z.enum(['code', 'decision'])),
  /** The version of the terms that the member still has to accept; null when there is none. */
  termsToAccept: z.nullable(z.int()),
  /** True if the member signed up with Google and has not yet entered date of birth, phone and country. */
  needsDetails: z.boolean(),
  /** Calm mode: one mail a day, no notifications on devices, and badges without numbers. */
  calm: z.boolean(),
  followersCount: z.int(),
  followingsCount: z.int(),
  connectionsCount: z.int(),
  unreadNotifications: z.int(),
  unreadMessages: z.int(),
});
export type OwnUser = z.infer<typeof ownUser>;
z.globalRegistry.add(ownUser, { id: 'OwnUser' });

const sessionBody = z.object({ token: z.string(), user: ownUser });
/** The response when two-step verification is on: `challenge` goes to /login/verify together with a code. */
export const challengeBody = z.object({ twoFactorRequired: z.literal(true), challenge: z.string() });
const nothing = z.null();

export const signup = route({
  method: 'POST',
  path: '/signup',
  summary: 'Create an account; a 6-digit code is mailed',
  access: 'public',
  cost: 'heavy',
  body: signupBody,
  response: z.object({ user: ownUser }),
});

export const login = route({
  method: 'POST',
  path: '/login',
  summary: 'Sign in with email and password',
  access: 'public',
  cost: 'write',
  body: loginBody,
  response: z.union([sessionBody, challengeBody]),
});

export const logout = route({
  method: 'POST',
  path: '/logout',
  summary: 'End this session',
  access: 'member',
  cost: 'write',
  beforeDetails: true,
  whileSuspended: true,
  whileWaiting: true,
  leavesBrowser: true,
  response: nothing,
});

export const verifyOtp = route({
  method: 'POST',
  path: '/verifyOtp',
  summary: 'Confirm the email address with the mailed code',
  access: 'public',
  cost: 'write',
  body: verifyOtpBody,
  response: z.object({ isUserVerified: z.boolean() }),
});

export const resendOtp = route({
  method: 'POST',
  path: '/resendOtp',
  summary: 'Mail a new code',
  access: 'public',
  cost: 'heavy',
  body: z.object({ email: email() }),
  response: nothing,
});

export const forgotPassword = route({
  method: 'POST',
  path: '/forgotPassword',
  summary: 'Mail a link to reset the password',
  access: 'public',
  cost: 'heavy',
  body: forgotPasswordBody,
  response: nothing,
});

export const resetPassword = route({
  method: 'POST',
  path: '/resetPassword',
  summary: 'Set a new password with the token of the mailed link; ends all sessions',
  access: 'public',
  cost: 'heavy',
  body: resetPasswordBody,
  response: nothing,
});

export const changePassword = route({
  method: 'POST',
  path: '/changePassword',
  summary: 'Change my password; ends all other sessions',
  access: 'member',
  cost: 'hash',
  body: changePasswordBody,
  response: nothing,
});

export const getProfile = route({
  method: 'GET',
  path: '/getProfile',
  summary: 'The signed-in member, including switches and counts',
  access: 'member',
  cost: 'read',
  beforeDetails: true,
  whileSuspended: true,
  whileWaiting: true,
  response: ownUser,
});
