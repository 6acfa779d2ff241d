/**
 * What a community checks automatically before or after content appears: filters of words and link domains, limits for
 * new members, and content of new members that several others have reported. The automation holds or flags; only people
 * remove.
 */
import * as z from 'zod/mini';
import { list } from '../base/bounded.ts';
import { dateTime, flag, givenDateTime, id, idParams, line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { fieldTexts } from '../constants/fields.ts';

export const MAX_FILTERS = 100;
/** The number of words or domains in a filter; `MAX_FILTER_ENTRY` is the length of each, in characters. */
export const MAX_FILTER_ENTRIES = 10_000;
export const MAX_FILTER_ENTRY = 100;
export const MAX_FILTER_NOTE = 200;

/** A member is new for this many days, or until this many of their posts are visible. */
export const NEW_MEMBER_DAYS = 7;
export const NEW_MEMBER_POSTS = 3;
/** What a new member may do in a day. */
export const newMemberLimits = { posts: 5, comments: 30, links: 3, firstMessages: 5 } as const;
/** A new member's post or comment is held once this many members, who are not new themselves, have reported it. */
export const HOLDING_REPORTERS = 3;
/** How much each rule that matched adds to the score of a case. */
export const RULE_WEIGHT = 4;

export const automationMessages = defineMessages('automation', {
  kind: "kind must be 'words' or 'domains'.",
  effect: "effect must be 'hold' or 'flag'.",
  places: "places must be some of 'posts', 'comments' and 'profiles'.",
  note: 'Please write the rule that members read.',
  entries: 'Please write at least one word or domain, each on a line of its own.',
  tooMany: 'Please use at most {max, number} lines in a filter.',
  noWord: '“{entry}” contains no words.',
  dropped: '“{entry}” contains “{dropped}”. Filters only compare letters and digits, so please write it without.',
  noDomain: '“{entry}” is not a domain like shop.example, or is shared by many sites.',
  manyFilters: 'There are {max, number} filters. Delete one of them first.',
  noFilter: 'This filter no longer exists.',
  updatedAt: 'updatedAt must be the time that came with the filter.',
  changedMeanwhile:
    'Somebody else has changed this filter in the meantime. It is now as shown here; save again to replace it.',
  saved: 'Filter saved. It is now in effect.',
  deleted: 'Filter deleted.',
  switched: 'Saved.',
  reported: 'Several members have reported it.',
  firstJob: 'The first job of a new member.',
  reportedHost: 'A paid webinar by a host with an open report.',
  heldPost: 'A moderator will review your post before others can see it. Rule: {rule}',
  heldComment: 'A moderator will review your comment before others can see it. Rule: {rule}',
  postsADay: 'New members can publish {max, number} posts a day. Please come back tomorrow.',
  commentsADay: 'New members can write {max, number} comments a day. Please come back tomorrow.',
  linksADay: 'New members can share {max, number} links a day. Please leave the link out, or come back tomorrow.',
  firstMessagesADay: 'New members can send first messages to {max, number} people a day. Please come back tomorrow.',
});

export const filterKinds = ['words', 'domains'] as const;
export type FilterKind = (typeof filterKinds)[number];
export const filterEffects = ['hold', 'flag'] as const;
export type FilterEffect = (typeof filterEffects)[number];
export const filterPlaces = ['posts', 'comments', 'profiles'] as const;
export type FilterPlace = (typeof filterPlaces)[number];

const places = issueText(automationMessages.places);
const entries = issueText(automationMessages.entries);

/** `note` is the rule as members read it. Profiles are only ever flagged, since they cannot be held. */
export const filterBody = z.object({
  kind: z.enum(filterKinds, issueText(automationMessages.kind)),
  effect: z.enum(filterEffects, issueText(automationMessages.effect)),
  places: list(z.enum(filterPlaces, places), { max: filterPlaces.length, message: places }).check(
    z.minLength(1, places),
  ),
  note: line({ max: MAX_FILTER_NOTE, required: issueText(automationMessages.note) }),
  entries: list(line({ max: MAX_FILTER_ENTRY, required: entries }), {
    max: MAX_FILTER_ENTRIES,
    message: issueText(automationMessages.tooMany, { max: MAX_FILTER_ENTRIES }),
  }).check(z.minLength(1, entries)),
});
export type FilterBody = z.output<typeof filterBody>;

/** `updatedAt` is that of the filter which the change was made to; older clients omit it. */
export const filterUpdate = z.extend(filterBody, {
  updatedAt: z.optional(givenDateTime(issueText(automationMessages.updatedAt))),
});

export const filter = z.extend(filterBody, { _id: id, updatedAt: dateTime });
export type Filter = z.infer<typeof filter>;

/**
 * Whether new members are limited, and what is held: content of new members that several members have reported, the
 * first job of a new member, and paid webinars of hosts with an open report.
 */
export const automationSwitches = z.object({
  newMembers: z.boolean(),
  reporters: z.boolean(),
  firstJobs: z.boolean(),
  reportedHosts: z.boolean(),
});
export type AutomationSwitches = z.infer<typeof automationSwitches>;

const onOrOff = flag(issueText(fieldTexts.trueOrFalse));

/** Omitted switches stay unchanged. */
export const automationSwitchesBody = z.object({
  newMembers: z.optional(onOrOff),
  reporters: z.optional(onOrOff),
  firstJobs: z.optional(onOrOff),
  reportedHosts: z.optional(onOrOff),
});
export type AutomationSwitchesBody = z.output<typeof automationSwitchesBody>;

/** In a community that has just started everyone is new, so new members are limited only if the owners choose so. */
export const defaultSwitches: AutomationSwitches = {
  newMembers: false,
  reporters: true,
  firstJobs: true,
  reportedHosts: true,
};

export const getAutomation = route({
  method: 'GET',
  path: '/staff/automation',
  summary: 'The filters for words and link domains, and what else is held or limited',
  access: 'owner',
  cost: 'heavy',
  response: z.extend(automationSwitches, { filters: z.array(filter) }),
});

export const setAutomation = route({
  method: 'PUT',
  path: '/staff/automation',
  summary: 'Switch limits for new members, and what is held without a filter',
  access: 'owner',
  recent: true,
  cost: 'write',
  body: automationSwitchesBody,
  response: automationSwitches,
});

export const createFilter = route({
  method: 'POST',
  path: '/staff/filters',
  summary: 'Add a filter; every server uses it at once',
  access: 'owner',
  recent: true,
  cost: 'heavy',
  idempotencyKey: true,
  body: filterBody,
  response: filter,
});

export const updateFilter = route({
  method: 'PUT',
  path: '/staff/filters/:id',
  summary: 'Change a filter; 409 if it was changed after `updatedAt`',
  access: 'owner',
  recent: true,
  cost: 'heavy',
  params: idParams,
  body: filterUpdate,
  response: filter,
});

export const deleteFilter = route({
  method: 'DELETE',
  path: '/staff/filters/:id',
  summary: 'Delete a filter; what it holds stays held until it is decided',
  access: 'owner',
  recent: true,
  cost: 'write',
  params: idParams,
  response: z.null(),
});
