/** Members as staff see them. */
import * as z from 'zod/mini';
import { email } from './account/sign-in.ts';
import { dateTime, id, idParams, line, text } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { defineMessages } from './base/message.ts';
import { pagedBeside, pagingShape } from './base/paging.ts';
import { route } from './base/route.ts';
import { label } from './labels.ts';
import { reportCategories, reportMessages } from './moderation.ts';
import { person } from './people.ts';
import { memberRole } from './staff.ts';
import { anyAction, caseKinds, MAX_STATEMENT } from './staff-cases.ts';

export const staffPeopleMessages = defineMessages('staffPeople', {
  ended: '{n, plural, =0 {There was no open session.} one {One session was ended.} other {# sessions were ended.}}',
  confirmed: 'The email address is confirmed.',
  confirmedBefore: 'The email address was confirmed before.',
  emailChanged: 'The email address is changed. Both addresses are notified.',
  emailSame: 'This is already the address.',
  resetSent: 'A link to reset the password is on its way to the member.',
  exportSent: 'A link to a copy of their data is on its way to the member.',
  exportUnconfirmed: 'The email address of this member is not confirmed: nobody knows whose it is.',
  deleted: 'The account is deleted.',
  own: 'You cannot do this to yourself.',
  emailOfOwner: 'Owners change their address themselves, in their settings.',
  words: 'Please write to the member why.',
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
  /** Waits for a decision about the request to join. */
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

/** What two accounts share; a network of registration or the last sign-in is kept for 30 days, as a hash. */
export const relatedReasons = ['network', 'invitation', 'mailbox', 'site'] as const;
export type RelatedReason = (typeof relatedReasons)[number];

/** A member whose account may be of the same people. */
const relatedAccount = z.object({ user: person, reasons: z.array(z.enum(relatedReasons)), sanction });
export type RelatedAccount = z.infer<typeof relatedAccount>;

export const staffPersonDetail = z.extend(staffPerson, {
  lastSeenAt: z.nullable(dateTime),
  twoFactorEnabled: z.boolean(),
  passkeys: z.int(),
  /** Open ones. */
  sessions: z.int(),
  /** Cases about the member or what they wrote, open ones included. */
  cases: z.int(),
  /** Approved to publish webinars. */
  seller: z.boolean(),
  /** The latest decisions about the member. */
  decisions: z.array(history),
});
export type StaffPersonDetail = z.infer<typeof staffPersonDetail>;

export const listStaffPeople = route({
  method: 'GET',
  path: '/staff/people',
  summary: 'Members by the beginning of a name or username, or a whole email address; the newest without a keyword',
  access: 'moderator',
  cost: 'read',
  query: z.object({ ...pagingShape, keyword: z.optional(line({ max: 254 })) }),
  answer: z.array(staffPerson),
  beside: pagedBeside,
});

export const getStaffPerson = route({
  method: 'GET',
  path: '/staff/people/:id',
  summary: 'A member with what was decided about them',
  access: 'moderator',
  cost: 'read',
  params: idParams,
  answer: staffPersonDetail,
});

export const listRelated = route({
  method: 'GET',
  path: '/staff/people/:id/related',
  summary: 'Members who share something rare with this one, at most 20; never shown to others',
  access: 'moderator',
  cost: 'read',
  params: idParams,
  answer: z.array(relatedAccount),
});

export const endMemberSessions = route({
  method: 'POST',
  path: '/staff/people/:id/end-sessions',
  summary: 'End all sessions of a member, such as after a stolen password',
  access: 'moderator',
  cost: 'write',
  params: idParams,
  answer: z.object({ ended: z.int() }),
});

export const confirmMemberEmail = route({
  method: 'POST',
  path: '/staff/people/:id/confirm-email',
  summary: 'Confirm the email address of a member to whom no mail comes through',
  access: 'owner',
  cost: 'write',
  recent: true,
  params: idParams,
  answer: z.object({ isUserVerified: z.boolean() }),
});

/**
 * The new address counts as confirmed: the owner answers for it. All sessions of the member end. A mail tells the new
 * address, and the one before if it was confirmed. Owners change no address of each other.
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
  answer: z.object({ email: z.string() }),
});

export const sendMemberReset = route({
  method: 'POST',
  path: '/staff/people/:id/reset-password',
  summary: 'Mail a member the link to reset the password',
  access: 'owner',
  cost: 'write',
  params: idParams,
  answer: z.null(),
});

/** The link goes to the member alone; a new one ends the one before. 409 where the address is not confirmed. */
export const sendMemberExport = route({
  method: 'POST',
  path: '/staff/people/:id/export',
  summary: 'Mail a member a link to a copy of their data, which works without signing in',
  access: 'owner',
  cost: 'write',
  recent: true,
  params: idParams,
  answer: z.null(),
});

/**
 * For a member who has lost what they sign in with besides the password. The words go to the member by mail; all
 * sessions of the member end. 409 when there is nothing to remove.
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
  answer: z.object({ passkeys: z.int(), twoFactor: z.boolean() }),
});

/** Counts where owners let only approved members publish webinars. */
export const setSeller = route({
  method: 'PUT',
  path: '/staff/people/:id/seller',
  summary: 'Approve a member to publish webinars, or take that back; what is published stays',
  access: 'moderator',
  cost: 'write',
  params: idParams,
  body: z.object({ seller: z.boolean() }),
  answer: z.object({ seller: z.boolean() }),
});

/** The words go to the member by mail; the log keeps the category alone. */
export const deleteMember = route({
  method: 'DELETE',
  path: '/staff/people/:id',
  summary: 'Delete the account of a member for good, with a reason',
  access: 'owner',
  cost: 'heavy',
  recent: true,
  params: idParams,
  body: z.object({
    category: z.enum(reportCategories, issueText(reportMessages.category)),
    words: text({ max: MAX_STATEMENT, required: issueText(staffPeopleMessages.words) }),
  }),
  answer: z.null(),
});
