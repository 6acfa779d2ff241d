/** What a community says about itself, and who may join it. */
import * as z from 'zod/mini';
import { email } from '../account/sign-in.ts';
import { bounded, list } from '../base/bounded.ts';
import { dateTime, id, idParams, line, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { rawRoute, route } from '../base/route.ts';
import { languages } from '../constants/languages.ts';
import { person } from '../people/people.ts';
import { findUnreadable, isHexColour } from './accent.ts';
import { defaultLimits, limitSettings } from './community-limits.ts';
import { defaultMoney, moneySettings } from './community-money.ts';

export const MAX_COMMUNITY_NAME = 60;
export const MAX_ABOUT = 500;
export const MAX_RULES = 10_000;
export const MAX_ANNOUNCEMENT = 300;
export const MAX_QUESTION = 300;
export const MAX_LOGO_BYTES = 1024 * 1024;
export const MAX_BLOCKED_DOMAINS = 200;
export const MAX_INVITATION_USES = 1_000;
export const MAX_INVITATION_DAYS = 365;
/** A community has at most this many usable invitations. */
export const MAX_INVITATIONS = 200;

export const communityMessages = defineMessages('community', {
  saved: 'Community settings saved.',
  changedMeanwhile:
    'Somebody else has changed the settings in the meantime. Reload the page to see theirs; yours are kept.',
  registration: "registration must be 'open', 'approval', 'invitation' or 'closed'.",
  domains: 'Please enter at most {max, number} domains.',
  domain: 'Please enter a domain such as mail.example.',
  colour: 'Please enter a colour such as #1a66c2.',
  unreadable: 'This colour is not readable everywhere. Please choose a lighter or a darker one.',
  logoMissing: 'Please choose a picture.',
  logoSet: 'The new logo is now in use.',
  logoRemoved: 'Logo removed.',
  proofNeedsHttps:
    'Browsers can only compute the proof of work on an https address. Ask whoever runs the server for one ' +
    '(PUBLIC_URL).',
  language: 'Please choose one of the available languages.',
  version: 'version must be the number that came with the settings.',
  byFormOnly:
    'You can only join this community by invitation. Please register with email and password, and enter your code.',
  blockedDomain: 'Addresses from this provider cannot join here. Please use another email address.',
  /** For banned and refused addresses alike, so that nobody learns of a decision about somebody else. */
  notThisAddress:
    'You cannot join with this email address. Write to the people who run this community if you think that is wrong.',
  uses: 'uses must be a whole number from 1 to {max, number}.',
  until: 'The end must be a time within the next {days, number} days.',
  manyInvitations: 'There are {max, number} active invitations. Revoke some of them first.',
  invitationMade: 'Invitation created.',
  invitationEnded: 'Invitation revoked.',
  noInvitation: 'This invitation is no longer active.',
});

export const registrationModes = ['open', 'approval', 'invitation', 'closed'] as const;
export const registrationMode = z.enum(registrationModes, issueText(communityMessages.registration));
export type RegistrationMode = z.infer<typeof registrationMode>;

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const noDomain = issueText(communityMessages.domain);
const domain = z.string(noDomain).check(
  bounded(253, noDomain),
  z.overwrite((value) => value.trim().toLowerCase().replace(/^@/, '')),
  z.regex(DOMAIN, noDomain),
);

const noColour = issueText(communityMessages.colour);
/** `#rrggbb`; rejected unless all text on it, and all text in it, is readable in the light and the dark scheme. */
const accentColour = z.string(noColour).check(
  bounded(20, noColour),
  z.overwrite((value) => value.trim().toLowerCase()),
  z.refine(isHexColour, { error: noColour, abort: true }),
  z.refine((value) => findUnreadable(value).length === 0, issueText(communityMessages.unreadable)),
);

/** Null stands for the server's own setting: `APP_NAME`, `SUPPORT_EMAIL`. */
export const communitySettings = z.object({
  name: z.nullable(line({ max: MAX_COMMUNITY_NAME })),
  /** Shown to people who are about to join. */
  about: z.nullable(text({ max: MAX_ABOUT })),
  /** Shown above the terms. */
  rules: z.nullable(text({ max: MAX_RULES })),
  contact: z.nullable(email()),
  /** Shown above the feed to everyone who has not dismissed it. */
  announcement: z.nullable(text({ max: MAX_ANNOUNCEMENT })),
  /** The colour of buttons, links and marks; null for the built-in one. */
  accent: z.nullable(accentColour),
  registration: registrationMode,
  /** The question for people who join by approval; null for the built-in one. */
  question: z.nullable(text({ max: MAX_QUESTION })),
  /** Email addresses at these domains and their subdomains cannot join. */
  blockedMailDomains: list(domain, {
    max: MAX_BLOCKED_DOMAINS,
    message: issueText(communityMessages.domains, { max: MAX_BLOCKED_DOMAINS }),
  }),
  /** The language of pages for people whose browser asks for none of the available languages. */
  language: z.enum(languages, issueText(communityMessages.language)),
  ...limitSettings,
  ...moneySettings,
  /** Whether signing up requires a proof of work; never from people with an invitation. */
  proofOfWork: z.boolean(),
});
export type CommunitySettings = z.output<typeof communitySettings>;

export const defaultSettings: CommunitySettings = {
  ...defaultLimits,
  ...defaultMoney,
  language: 'en',
  proofOfWork: false,
  name: null,
  about: null,
  rules: null,
  contact: null,
  announcement: null,
  accent: null,
  registration: 'open',
  question: null,
  blockedMailDomains: [],
};

/** `url` is a path on this server; width and height are the image's. */
const communityLogo = z.object({ url: z.string(), width: z.int(), height: z.int() });
export type CommunityLogo = z.infer<typeof communityLogo>;
const logo = z.nullable(communityLogo);

/** How a community looks: its name, its accent colour (`#rrggbb`, null for the built-in one) and its logo. */
export const communityLook = z.object({ name: z.string(), accent: z.nullable(z.string()), logo });
export type CommunityLook = z.infer<typeof communityLook>;

export const getCommunity = route({
  method: 'GET',
  path: '/community',
  summary: 'What this community says about itself, and whether people can join it',
  access: 'public',
  cost: 'read',
  response: z.extend(communityLook, {
    about: z.nullable(z.string()),
    rules: z.nullable(z.string()),
    contact: z.nullable(z.string()),
    registration: registrationMode,
    /** Whether /signup requires a proof of work; never from people with an invitation. */
    proofOfWork: z.boolean(),
    /** The question for people who ask to join; null where there is none. */
    question: z.nullable(z.string()),
  }),
});

const versioned = z.object({ ...communitySettings.shape, version: z.int(issueText(communityMessages.version)) });

export const getCommunitySettings = route({
  method: 'GET',
  path: '/staff/settings',
  summary: 'The settings of the community, with their version',
  access: 'owner',
  cost: 'read',
  /** `mostStorageMb` is the storage per member that the server has room for. */
  response: z.extend(versioned, { logo, mostStorageMb: z.int() }),
});

/** Settings that older clients do not send. */
const newerSettings = z.partial(
  z.object({
    ...limitSettings,
    language: communitySettings.shape.language,
    proofOfWork: z.boolean(),
    billingVatId: communitySettings.shape.billingVatId,
  }),
);

/** Responds with 409 if the settings have another version by now. Newer settings that are omitted keep their values. */
export const setCommunitySettings = route({
  method: 'PUT',
  path: '/staff/settings',
  summary: 'Change the settings of the community; effective on every server at once',
  access: 'owner',
  recent: true,
  cost: 'write',
  body: z.object({ ...versioned.shape, ...newerSettings.shape }),
  response: versioned,
});

export const setLogo = route({
  method: 'POST',
  path: '/staff/logo',
  summary: 'Set the logo of the community: a picture of at most 1 MB',
  access: 'owner',
  recent: true,
  cost: 'heavy',
  body: z.object({}),
  files: [{ fields: ['logo'], maxFiles: 1, maxBytes: MAX_LOGO_BYTES, kind: 'image' }],
  response: z.object({ logo }),
});

export const removeLogo = route({
  method: 'DELETE',
  path: '/staff/logo',
  summary: 'Remove the logo of the community',
  access: 'owner',
  recent: true,
  cost: 'write',
  response: z.null(),
});

/** For mails, which may be opened long after the logo has changed. */
export const getLogo = rawRoute({
  method: 'GET',
  path: '/community/logo',
  summary: 'The present logo of the community, as JPEG',
  access: 'public',
  cost: 'read',
  produces: 'image/jpeg',
});

const uses = issueText(communityMessages.uses, { max: MAX_INVITATION_USES });
const until = issueText(communityMessages.until, { days: MAX_INVITATION_DAYS });

export const invitationBody = z.object({
  uses: z.int(uses).check(z.gte(1, uses), z.lte(MAX_INVITATION_USES, uses)),
  until: z.pipe(z.string(until).check(bounded(40, until)), z.iso.datetime({ offset: true, error: until, abort: true })),
});

const invitation = z.object({
  _id: id,
  /** Null once that member has left. */
  madeBy: z.nullable(person),
  usesLeft: z.int(),
  until: dateTime,
  createdAt: dateTime,
});
export type CommunityInvitation = z.infer<typeof invitation>;

export const makeInvitation = route({
  method: 'POST',
  path: '/staff/invitations',
  summary: 'Create an invitation to the community; its code is returned once and stored as a hash',
  access: 'moderator',
  cost: 'write',
  idempotencyKey: true,
  body: invitationBody,
  response: z.object({ _id: id, code: z.string(), link: z.string() }),
});

export const listInvitations = route({
  method: 'GET',
  path: '/staff/invitations',
  summary: 'The invitations that can still be used, newest first',
  access: 'moderator',
  cost: 'read',
  response: z.array(invitation),
});

export const endInvitation = route({
  method: 'DELETE',
  path: '/staff/invitations/:id',
  summary: 'End an invitation',
  access: 'moderator',
  cost: 'write',
  params: idParams,
  response: z.null(),
});
