/**
 * Text written by members, split into what can be shown as links and hashtags. Never HTML: the pieces become elements.
 */
export type Piece =
  | { kind: 'text'; text: string }
  /** `target` is the URL of a link, or the tag in lower case. */
  | { kind: 'link' | 'hashtag'; text: string; target: string }
  | { kind: 'mention'; text: string; user: MentionPlace['user'] };

/** A mention's position in a text, in code points, as the server returns it. */
export type MentionPlace = { start: number; length: number; user: { _id: string; username: string } };

const marked =
  /(?<link>\bhttps?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}\p{M}_&/])#(?<tag>[\p{L}\p{N}\p{M}_]{1,50})(?![\p{L}\p{N}\p{M}_])/giu;
const USERNAME = /^@[A-Za-z0-9_.]+$/;
const opening: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/**
 * Strips the punctuation of the surrounding sentence from a link; a closing bracket stays if it was opened inside the
 * link.
 */
function trimLink(link: string): string {
  let end = link.length;
  while (end > 0) {
    const last = link.charAt(end - 1);
    const opener = opening[last];
    const open =
      opener !== undefined && link.slice(0, end).split(opener).length >= link.slice(0, end).split(last).length;
    if (open || !/[.,;:!?'"’”…)\]}*]/u.test(last)) break;
    end -= 1;
  }
  return link.slice(0, end);
}

/**
 * Returns the address for use in `href`, or null. Accepts http and https only, without a user name that imitates a
 * host.
 */
export function toSafeHref(address: string): string | null {
  const parsed = URL.parse(address);
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.hostname !== ''
    ? parsed.href
    : null;
}

/** Splits text into plain pieces, http(s) links, hashtags and mentions. Joined together, the pieces are the text. */
export function parseRichText(text: string, mentions: readonly MentionPlace[] = []): Piece[] {
  if (mentions.length === 0) return parseMarked(text);
  const letters = Array.from(text);
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, length, user } of mentions) {
    const written = letters.slice(start, start + length).join('');
    // Skips positions that belong to another version of the text.
    if (start < from || written.length !== length || !USERNAME.test(written)) continue;
    pieces.push(...parseMarked(letters.slice(from, start).join('')));
    pieces.push({ kind: 'mention', text: written, user });
    from = start + length;
  }
  return [...pieces, ...parseMarked(letters.slice(from).join(''))];
}

function parseMarked(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const plainUpTo = (end: number) => {
    if (end > from) pieces.push({ kind: 'text', text: text.slice(from, end) });
  };
  for (const match of text.matchAll(marked)) {
    const { link, tag } = match.groups ?? {};
    const shown = link === undefined ? match[0] : trimLink(link);
    const target = link === undefined ? (tag ?? '').toLowerCase() : toSafeHref(shown);
    if (target === null || target === '') continue;
    plainUpTo(match.index);
    pieces.push({ kind: link === undefined ? 'hashtag' : 'link', text: shown, target });
    from = match.index + shown.length;
  }
  plainUpTo(text.length);
  return pieces;
}
