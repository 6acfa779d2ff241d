/**
 * Mutes: what a member does not want in their feeds and notifications. Nobody is notified of a mute, and nothing is
 * hidden elsewhere: searches, profiles and links show it as before. A muted post stays in the feeds but causes no more
 * notifications.
 */
import * as z from 'zod/mini';
import { dateTime, id, line } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { defineMessages } from './base/message.ts';
import { route } from './base/route.ts';
import { fieldTexts, isId } from './constants/fields.ts';
import { person } from './people/people.ts';

export const MAX_MUTES = 200;
export const MAX_MUTED_WORD = 100;

export const muteMessages = defineMessages('mutes', {
  kind: "kind must be 'member', 'tag', 'word' or 'post'.",
  until: "until must be '24h', '7d' or '30d', or left out.",
  nothing: 'Please enter a word.',
  oneself: 'You cannot mute yourself.',
  tooMany: 'You can mute {max, number} things at most. Please unmute something first.',
  muted: 'Muted.',
  unmuted: 'No longer muted.',
});

export const muteKinds = ['member', 'tag', 'word', 'post'] as const;
export type MuteKind = (typeof muteKinds)[number];
export const muteTimes = ['24h', '7d', '30d'] as const;
export type MuteTime = (typeof muteTimes)[number];

/** `value` is the id of a member or post, a tag without #, or a word; `title` is the beginning of a post. */
export const mute = z.object({
  _id: id,
  kind: z.enum(muteKinds),
  value: z.string(),
  user: z.nullable(person),
  title: z.nullable(z.string()),
  until: z.nullable(dateTime),
  createdAt: dateTime,
});
export type Mute = z.infer<typeof mute>;
z.globalRegistry.add(mute, { id: 'Mute' });

const named = {
  kind: z.enum(muteKinds, issueText(muteMessages.kind)),
  value: line({ max: MAX_MUTED_WORD, required: issueText(muteMessages.nothing) }),
};
type Named = { kind: MuteKind; value: string };
/** Whether `value` fits the kind: members and posts are named by their ids. */
const isNamed = ({ kind, value }: Named): boolean => kind === 'tag' || kind === 'word' || isId(value);
const wrongId = { path: ['value'], error: issueText(fieldTexts.notAnId) };

/** Returns all mutes at once, since there are at most MAX_MUTES. */
export const listMutes = route({
  method: 'GET',
  path: '/mutes',
  summary: 'What I have muted, latest first',
  access: 'member',
  cost: 'read',
  response: z.array(mute),
});

/** Muting the same thing again changes when the mute ends. */
export const createMute = route({
  method: 'POST',
  path: '/mutes',
  summary: 'Mute a member, a tag, a word or the notifications about a post, for a time or until I unmute it',
  access: 'member',
  cost: 'write',
  body: z
    .object({ ...named, until: z.nullish(z.enum(muteTimes, issueText(muteMessages.until))) })
    .check(z.refine(isNamed, wrongId)),
  response: mute,
});

export const deleteMute = route({
  method: 'DELETE',
  path: '/mutes',
  summary: 'Unmute something; a repeated call changes nothing',
  access: 'member',
  cost: 'write',
  body: z.object(named).check(z.refine(isNamed, wrongId)),
  response: z.object({ kind: z.enum(muteKinds), value: z.string() }),
});
