/** Finds `@usernames` in a text. Separate from the models, because pages that show texts need no schemas. */
import { defineMessages } from '../base/message.ts';
import { countCharacters } from './fields.ts';

/** Who may mention a member: everyone, members whom they follow, or nobody. */
export const mentionSources = ['everyone', 'following', 'nobody'] as const;
export type MentionSource = (typeof mentionSources)[number];

export const mentionMessages = defineMessages('mentions', {
  source: "This must be 'everyone', 'following' or 'nobody'.",
});

/** How many mentions in one text become links; the rest stay plain text. */
export const MAX_MENTIONS = 500;

/**
 * Matches a link, or an `@` that does not follow a letter, a digit or an address, together with everything after it
 * that may be a username. The group is matched as a whole (regular expressions do not backtrack into a lookahead), so
 * that `@ana@b.example` does not match as `@an`.
 */
const CANDIDATE = new RegExp(
  [
    String.raw`[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s<>"]+`,
    String.raw`(?<![\p{L}\p{N}\p{M}_.@/+&#%=\-])@(?=(?<name>[A-Za-z0-9_.]{3,60}))\k<name>(?![\p{L}\p{N}\p{M}@\-])`,
  ].join('|'),
  'gu',
);
const USERNAME = /^[a-z0-9_.]{3,30}$/;

/** A username in a text; `start` and `length` are in code points and include the `@`. */
export type WrittenMention = { start: number; length: number; username: string };

/** Returns the usernames after an `@` in a text, in order, in lower case. They may belong to nobody. */
export function findMentions(text: string): WrittenMention[] {
  const found: WrittenMention[] = [];
  let at = 0;
  let start = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const name = match.groups?.name?.replace(/\.+$/, '').toLowerCase();
    if (name === undefined || !USERNAME.test(name)) continue;
    start += countCharacters(text.slice(at, match.index));
    at = match.index;
    found.push({ start, length: name.length + 1, username: name });
  }
  return found;
}
