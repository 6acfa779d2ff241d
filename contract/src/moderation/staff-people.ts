/** Members as staff see them. */
import * as z from 'zod/mini';
import { email } from '../account/sign-in.ts';
import { dateTime, id, idParams, line, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { person } from '../people/people.ts';
import { label } from './labels.ts';
import { reportCategories, reportMessages } from './moderation.ts';
import { memberRole } from './staff.ts';
import { anyAction, caseKinds, MAX_STATEMENT } from './staff-cases.ts';

export const staffPeopleMessages = defineMessages('staffPeople', {
  ended: '{n, plural, =0 {There was no open session.} one {One session was ended.} other {# sessions were ended.}}',
  confirmed: 'The email address has been confirmed.',
  confirmedBefore: 'The email address is already confirmed.',
  emailChanged: 'The email address has been changed. Both addresses are notified.',
  emailSame: 'This is already the address.',
  resetSent: 'A link to reset the password is on its way to the member.',
  exportSent: 'A link to a copy of their data is on its way to the member.',
  exportUnconfirmed: 'The email address of this member is not confirmed: nobody knows whose it is.',
  deleted: 'The account has been deleted.',
  own: 'You cannot do this to yourself.',
  emailOfOwner: 'Owners change their address themselves, in their settings.',
  words: 'Please tell the member why.',
  factorsRemoved: 'Passkeys and two-step verification have been removed. The member is notified.',
  noFactors: 'This member has neither a passkey nor two-step verification.',
  lastWay:
    'Without the passkeys this member could no longer sign in: there is no password in use, no linked account at ' +
    'a provider, and no confirmed address for a link.',
  sellerApproved: 'This member may publish webinars.',
  sellerEnded: 'This member is no longer approved to publish webinars.',
});

const sanction = z.nullable(z.object({ until: z.nullable(dateTime) }));

/** `email` is for owners only; moderators get null. */
export const staffPerson = z.object({
  user: person,
  email: z.nullable(z.string()),
  isUserVerified: z.boolean(),
  role: memberRole,
  sanction,
  /** The request to join is pending. */
  waiting: z.boolean(),
  createdAt: dateTime,
});
export type StaffPerson = z.infer<typeof staffPerson>;
z.globalRegistry.add(staffPerson, { id: 'StaffPerson' });

const history = z.object({
  _id: id,
  caseId: id,
  kind: z.enum(caseKinds),
  action: anyAction,
  label,
  rule: z.nullable(z.string()),
  reversed: z.boolean(),
  decidedBy: z.nullable(person),
  createdAt: dateTime,
});

/**
 * What two accounts have in common. The network of registration or of the last sign-in is stored for 30 days, as a
 * hash.
 */
export const relatedReasons = ['network', 'invitation', 'mailbox', 'site'] as const;
export type RelatedReason = (typeof relatedReasons)[number];

/** A member whose account may belong to the same people. */
const relatedAccount = z.object({ user: person, reasons: z.array(z.enum(relatedReasons)), sanction });
export type RelatedAccount = z.infer<typeof relatedAccount>;

export const staffPersonDetail = z.extend(staffPerson, {
  lastSeenAt: z.nullable(dateTime),
  twoFactorEnabled: z.boolean(),
  passkeys: z.int(),
  /** The number of open sessions. */
  sessions: z.int(),
  /** The number of cases about the member or their content, open ones included. */
  cases: z.int(),
  /** Whether the member is approved to publish webinars. */
  seller: z.boolean(),
  /** The latest decisions about the member. */
  decisions: z.array(history),
});
export type StaffPersonDetail = z.infer<typeof staffPersonDetail>;

export const listStaffPeople = route({
  method: 'GET',
  path: '/staff/people',
  summary: 'Members by the beginning of a name or username, or a whole email address; newest members without a keyword',
  access: 'moderator',
  cost: 'read',
  query: z.object({ ...pagingShape, keyword: z.optional(line({ max: 254 })) }),
  response: z.array(staffPerson),
  beside: pagedBeside,
});

export const getStaffPerson = route({
  method: 'GET',
  path: '/staff/people/:id',
  summary: 'A member, including the decisions about them',
  access: 'moderator',
  cost: 'read',
  params: idParams,
  response: staffPersonDetail,
});

export const listRelated = route({
  method: 'GET',
  path: '/staff/people/:id/related',
  summary: 'Members who share something rare with this one, not the caller; at most 20, never shown to others',
  access: 'moderator',
  cost: 'read',
  params: idParams,
  response: z.array(relatedAccount),
});

export const endMemberSessions = route({
  method: 'POST',
  path: '/staff/people/:id/end-sessions',
  summary: 'End all sessions of a member, such as after a stolen password',
  access: 'moderator',
  cost: 'write',
  params: idParams,
  response: z.object({ ended: z.int() }),
});

export const confirmMemberEmail = route({
  method: 'POST',
  path: '/staff/people/:id/confirm-email',
  summary: 'Confirm the email address of a member whom mails do not reach',
  access: 'owner',
  cost: 'write',
  recent: true,
  params: idParams,
  response: z.object({ isUserVerified: z.boolean() }),
});

/**
 * The new address counts as confirmed: the owner vouches for it. All of the member's sessions end. The new address is
 * notified by mail, and so is the previous one if it was confirmed. Owners cannot change each other's addresses.
 */
export const changeMemberEmail = route({
  method: 'PUT',
  path: '/staff/people/:id/email',
  summary: 'Give a member another email address, such as after a lost mailbox',
  access: 'owner',
  cost: 'write',
  recent: true,
  params: idParams,
  body: z.object({ newEmail: email() }),
  response: z.object({ email: z.string() }),
});

export const sendMemberReset = route({
  method: 'POST',
  path: '/staff/people/:id/reset-password',
  summary: 'Mail a member the link to reset the password',
  access: 'owner',
  cost: 'write',
  params: idParams,
  response: z.null(),
});

/**
 * The link goes only to the member; a new link invalidates the previous one. Responds with 409 if the address is not
 * confirmed.
 */
export const sendMemberExport = route({
  method: 'POST',
  path: '/staff/people/:id/export',
  summary: 'Mail a member a link to a copy of their data, which works without signing in',
  access: 'owner',
  cost: 'write',
  recent: true,
  params: idParams,
  response: z.null(),
});

/**
 * For a member who has lost their passkeys or their two-step verification. The member gets the words by mail; all of
 * their sessions end. Responds with 409 if there is nothing to remove.
 */
export const removeMemberFactors = route({
  method: 'DELETE',
  path: '/staff/people/:id/factors',
  summary: "Remove a member's passkeys and two-step verification, such as after a lost phone, with a reason",
  access: 'owner',
  cost: 'write',
  recent: 'factor',
  params: idParams,
  body: z.object({ words: text({ max: MAX_STATEMENT, required: issueText(staffPeopleMessages.words) }) }),
  response: z.object({ passkeys: z.int(), twoFactor: z.boolean() }),
});

/** Takes effect only where owners let approved members alone publish webinars. */
export const setSeller = route({
  method: 'PUT',
  path: '/staff/people/:id/seller',
  summary: 'Approve a member to publish webinars, or revoke the approval; published webinars stay',
  access: 'moderator',
  cost: 'write',
  params: idParams,
  body: z.object({ seller: z.boolean() }),
  response: z.object({ seller: z.boolean() }),
});

/** The member gets the words by mail; the log stores only the category. */
export const deleteMember = route({
  method: 'DELETE',
  path: '/staff/people/:id',
  summary: "Permanently delete a member's account, with a reason",
  access: 'owner',
  cost: 'heavy',
  recent: true,
  params: idParams,
  body: z.object({
    category: z.enum(reportCategories, issueText(reportMessages.category)),
    words: text({ max: MAX_STATEMENT, required: issueText(staffPeopleMessages.words) }),
  }),
  response: z.null(),
});
