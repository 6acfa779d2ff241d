/**
 * The staff of a community: owners, who decide who may join, and moderators, who decide on reports. Calls for staff
 * require a second factor.
 */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { dateTime, id, idParams } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { person } from '../people/people.ts';

export const staffRoles = ['owner', 'moderator'] as const;
export const staffRole = z.enum(staffRoles);
export type StaffRole = z.infer<typeof staffRole>;

/** The link for becoming the first owner is valid for this many hours. */
export const OWNER_LINK_HOURS = 24;

export const staffMessages = defineMessages('staff', {
  staffOnly: 'This is for the moderators of this community.',
  ownersOnly: 'This is for the owners of this community.',
  secondFactor:
    'Please turn on two-step verification in Settings, or sign in with a passkey. Moderators and owners need one of ' +
    'them.',
  role: "role must be 'owner', 'moderator' or 'member'.",
  lastOwner: 'A community needs an owner. Make somebody else an owner first.',
  roleSet: '{name} is now {role, select, owner {an owner} moderator {a moderator} other {a member without a role}}.',
  deadLink: 'This link is no longer valid. Restart the server for a new one, or run npm run owner.',
  hasOwner: 'This community already has an owner. Owners can add others.',
  ownerNow: 'You are now the owner of this community.',
});

/** A member's role; `member` stands for no role. */
export const memberRole = z.enum([...staffRoles, 'member'], issueText(staffMessages.role));
export type MemberRole = z.infer<typeof memberRole>;

export const staffMember = z.object({ user: person, role: staffRole, since: dateTime });

/** The list is not paged, since a community has few of them. */
export const listStaff = route({
  method: 'GET',
  path: '/staff/members',
  summary: 'The owners and moderators, owners first',
  access: 'moderator',
  cost: 'read',
  response: z.array(staffMember),
});

export const getMemberRole = route({
  method: 'GET',
  path: '/staff/members/:id/role',
  summary: "A member's role",
  access: 'owner',
  cost: 'read',
  params: idParams,
  response: z.object({ user_id: id, role: memberRole }),
});

export const setMemberRole = route({
  method: 'PUT',
  path: '/staff/members/:id/role',
  summary: "Set a member's role; the last owner keeps theirs",
  access: 'owner',
  cost: 'write',
  recent: true,
  params: idParams,
  body: z.object({ role: memberRole }),
  response: z.object({ user_id: id, role: memberRole }),
});

const linkText = issueText(staffMessages.deadLink);

export const becomeOwner = route({
  method: 'POST',
  path: '/staff/first-owner',
  summary: 'Become the first owner, with the token from the link that the server printed at start-up',
  access: 'member',
  cost: 'heavy',
  body: z.object({ token: z.string(linkText).check(bounded(200, linkText), z.minLength(1, linkText)) }),
  response: z.object({ role: staffRole }),
});
