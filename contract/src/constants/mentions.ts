/** Finding `@usernames` in a text: apart from the models, because pages that show texts need no schemas. */
import { defineMessages } from '../base/message.ts';

/** Who may mention a member: everyone, those whom the member follows, or nobody. */
export const mentionSources = ['everyone', 'following', 'nobody'] as const;
export type MentionSource = (typeof mentionSources)[number];

export const mentionMessages = defineMessages('mentions', {
  source: "This must be 'everyone', 'following' or 'nobody'.",
});

/** How many mentions of one text are linked; further ones stay plain text. */
export const MAX_MENTIONS = 500;

/**
 * A link, or an `@` that no letter, digit or address stands before, with all that may be a username after it. The group
 * is matched as a whole (a lookahead is not entered again), so that `@ana@b.example` is not taken for `@an`.
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

const countCodePoints = (text: string): number => Array.from(text).length;

/** The usernames after an `@` in a text, in order, in lower case; whether somebody has them is not known here. */
export function findMentions(text: string): WrittenMention[] {
  const found: WrittenMention[] = [];
  let at = 0;
  let start = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const name = match.groups?.name?.replace(/\.+$/, '').toLowerCase();
    if (name === undefined || !USERNAME.test(name)) continue;
    start += countCodePoints(text.slice(at, match.index));
    at = match.index;
    found.push({ start, length: name.length + 1, username: name });
  }
  return found;
}
