/** People as others see them beside a post, comment or like, and suggestions of people to follow, with reasons. */
import * as z from 'zod/mini';
import { id } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingQuery } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { type SuggestionReason, suggestionReasons } from '../constants/people.ts';

export const personTexts = defineMessages('person', {
  gone: 'This profile is no longer available.',
  onOff: "This must be 'On' or 'Off'.",
});

export const onOff = z.enum(['On', 'Off'], issueText(personTexts.onOff));
export type OnOff = z.infer<typeof onOff>;

/** `image` is a file name below /api/uploads/users/, or null. */
export const person = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  image: z.nullable(z.string()),
  profession: z.nullable(z.string()),
  intro_details: z.nullable(z.string()),
});
export type Person = z.infer<typeof person>;
z.globalRegistry.add(person, { id: 'Person' });

/** A member who likes something: the fields that the list of a post's likes shows. */
export const likeUser = z.pick(person, { _id: true, firstName: true, lastName: true, image: true });
export const likeEntry = z.object({ likeuser: likeUser });
export type LikeEntry = z.infer<typeof likeEntry>;

/** Non-empty if the viewer follows that person. */
export const followMarker = z.array(z.object({ _id: id }));

/** A person as the follow lists and suggestions show them, including whether the viewer follows them. */
export const followablePerson = z.extend(person, { follower: followMarker });
export type FollowablePerson = z.infer<typeof followablePerson>;
z.globalRegistry.add(followablePerson, { id: 'FollowablePerson' });

/**
 * Members whom the viewer follows and who follow that person: their count among the 200 whom the viewer followed last,
 * and three of them.
 */
export const peopleInCommon = z.object({
  count: z.int(),
  people: z.array(z.pick(person, { _id: true, firstName: true, lastName: true, image: true })),
});
export type PeopleInCommon = z.infer<typeof peopleInCommon>;
z.globalRegistry.add(peopleInCommon, { id: 'PeopleInCommon' });

const suggestionReasonNames = Object.keys(suggestionReasons) as [SuggestionReason, ...SuggestionReason[]];

/** The parts from which the sentence of a reason is made. */
export const reasonParts = z.object({ kind: z.enum(suggestionReasonNames), name: z.nullable(z.string()), n: z.int() });
export type ReasonParts = z.infer<typeof reasonParts>;

/**
 * `reason` is the sentence in English. For a member with whom the viewer has nothing in common it is empty, and
 * `reasonParts` is null.
 */
export const suggestedPerson = z.extend(followablePerson, {
  follow_notification: onOff,
  reason: z.string(),
  reasonParts: z.nullable(reasonParts),
  inCommon: peopleInCommon,
});
export type SuggestedPerson = z.infer<typeof suggestedPerson>;
z.globalRegistry.add(suggestedPerson, { id: 'SuggestedPerson' });

export const suggestionMessages = defineMessages('people', {
  dismissed: 'You will not be shown this person again.',
  oneself: 'You cannot dismiss yourself.',
});

const suggestions = (path: string, summary: string) =>
  route({
    method: 'GET',
    path,
    summary,
    access: 'member',
    cost: 'read',
    query: pagingQuery,
    response: z.array(suggestedPerson),
    beside: pagedBeside,
  });

export const listRecommendedPeople = suggestions(
  '/recommendedToProfessionPeople',
  'Members of the same or a similar profession, then those who share a skill, ' +
    'then members followed by people I follow; excludes members whom I already follow',
);

export const listColleagues = suggestions(
  '/findColleagues',
  'A wider list: shared skills, connections of my connections, my country, new members; ' +
    'excludes members whom I follow or am connected with',
);

export const dismissSuggestion = route({
  method: 'POST',
  path: '/people/dismiss',
  summary: 'Never suggest this member to me again',
  access: 'member',
  cost: 'write',
  body: z.object({ userId: id }),
  response: z.object({ userId: id }),
});
