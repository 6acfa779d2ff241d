/**
 * Text written by members, split into what can be shown as links and hashtags. Never HTML: the pieces become elements.
 */
import { parseUrl } from '../base/parse-url.ts';

export type Piece =
  | { kind: 'text'; text: string }
  /** `target` is the URL of a link, or the tag in lower case. */
  | { kind: 'link' | 'hashtag'; text: string; target: string }
  | { kind: 'mention'; text: string; user: MentionPlace['user'] };

/** A mention's position in a text, in code points, as the server returns it. */
export type MentionPlace = { start: number; length: number; user: { _id: string; username: string } };

const LETTER = String.raw`\p{L}\p{N}\p{M}_`;
const marked = new RegExp(
  String.raw`(?<link>\bhttps?://[^\s<>"]+)|(?<![${LETTER}&/#])#(?<tag>[${LETTER}]{1,50})(?![${LETTER}])`,
  'giu',
);
const USERNAME = /^@[A-Za-z0-9_.]+$/;
const opening: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

const countOf = (text: string, letter: string): number => text.split(letter).length - 1;

/**
 * Strips the punctuation of the surrounding sentence from a link; a closing bracket stays if it was opened inside the
 * link. Brackets are counted once: a link can be as long as the text.
 */
function trimLink(link: string): string {
  const unopened = new Map(
    Object.entries(opening).map(([close, open]) => [close, countOf(link, close) - countOf(link, open)]),
  );
  let end = link.length;
  while (end > 0) {
    const last = link.charAt(end - 1);
    const excess = unopened.get(last);
    if ((excess !== undefined && excess <= 0) || !/[.,;:!?'"’”…)\]}*]/u.test(last)) break;
    if (excess !== undefined) unopened.set(last, excess - 1);
    end -= 1;
  }
  return link.slice(0, end);
}

/**
 * Returns the address for use in `href`, or null. Accepts http and https only, without a user name that imitates a
 * host.
 */
export function toSafeHref(address: string): string | null {
  const parsed = parseUrl(address);
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.hostname !== ''
    ? parsed.href
    : null;
}

/** A number alone, as in "#1 of 3", is not a tag. */
const toTarget = (tag: string): string | null => (/[^\d_]/.test(tag) ? tag.toLowerCase() : null);

type Found = { at: number; piece: Exclude<Piece, { kind: 'text' }> };

function findLinksAndTags(text: string): Found[] {
  return [...text.matchAll(marked)].flatMap(({ 0: whole, index: at, groups: { link, tag = '' } = {} }): Found[] => {
    const shown = link === undefined ? whole : trimLink(link);
    const target = link === undefined ? toTarget(tag) : toSafeHref(shown);
    return target === null
      ? []
      : [{ at, piece: { kind: link === undefined ? 'hashtag' : 'link', text: shown, target } }];
  });
}

function placeMentions(text: string, mentions: readonly MentionPlace[]): Found[] {
  if (mentions.length === 0) return [];
  const letters = Array.from(text);
  let at = 0;
  let counted = 0;
  return mentions.flatMap(({ start, length, user }): Found[] => {
    const written = letters.slice(start, start + length).join('');
    // Skips positions that belong to another version of the text.
    if (start < counted || written.length !== length || !USERNAME.test(written)) return [];
    at += letters.slice(counted, start).join('').length;
    counted = start;
    return [{ at, piece: { kind: 'mention', text: written, user } }];
  });
}

/**
 * Splits text into plain pieces, http(s) links, hashtags and mentions. Joined together, the pieces are the text. Its
 * links and hashtags do not depend on its mentions.
 */
export function parseRichText(text: string, mentions: readonly MentionPlace[] = []): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const plainUpTo = (end: number) => {
    if (end > from) pieces.push({ kind: 'text', text: text.slice(from, end) });
  };
  const found = [...findLinksAndTags(text), ...placeMentions(text, mentions)].sort((a, b) => a.at - b.at);
  for (const { at, piece } of found) {
    if (at < from) continue;
    plainUpTo(at);
    pieces.push(piece);
    from = at + piece.text.length;
  }
  plainUpTo(text.length);
  return pieces;
}
