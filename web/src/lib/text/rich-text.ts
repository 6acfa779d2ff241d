/**
 * Text written by members, cut into what can be shown as links and hashtags. Never HTML: the pieces become elements.
 */
export type Piece =
  | { kind: 'text'; text: string }
  /** `target` is the address, the tag in lower case, or the id of the member. */
  | { kind: 'link' | 'hashtag' | 'mention'; text: string; target: string };

/** Where a text mentions a member; in code points, as the server answers it. */
export type MentionPlace = { start: number; length: number; user: { _id: string } };

const marked =
  /(?<link>\bhttps?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}\p{M}_&/])#(?<tag>[\p{L}\p{N}\p{M}_]{1,50})(?![\p{L}\p{N}\p{M}_])/giu;
const USERNAME = /^@[A-Za-z0-9_.]+$/;
const opening: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** A link without the punctuation of the sentence around it; a bracket stays if it was opened inside the link. */
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

/** The address as it may be used in `href`, or null: http and https only, and no user name that feigns another host. */
export function toSafeHref(address: string): string | null {
  const parsed = URL.parse(address);
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.hostname !== ''
    ? parsed.href
    : null;
}

/** Cuts text into plain pieces, http(s) links, hashtags and mentions; joined again they are the text. */
export function parseRichText(text: string, mentions: readonly MentionPlace[] = []): Piece[] {
  if (mentions.length === 0) return parseMarked(text);
  const letters = Array.from(text);
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, length, user } of mentions) {
    const written = letters.slice(start, start + length).join('');
    // Places of another version of the text are left out.
    if (start < from || written.length !== length || !USERNAME.test(written)) continue;
    pieces.push(...parseMarked(letters.slice(from, start).join('')));
    pieces.push({ kind: 'mention', text: written, target: user._id });
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

/** The hashtags of a text in lower case, each once, in order. */
export function findHashtags(text: string): string[] {
  const tags = parseRichText(text).flatMap((piece) => (piece.kind === 'hashtag' ? [piece.target] : []));
  return [...new Set(tags)];
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first `max` characters as people count them, never half of one, without the white space at the end. */
export function previewText(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === max) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
}

/** What is left of a text is shown with it when it is less than this. */
const LEFT_AT_LEAST = 20;

const countGraphemes = (text: string): number => [...graphemes.segment(text)].length;

/** As much of a text as fits, up to the end of a word; at the start, in the middle of a word longer than half of it. */
function cutAtWord(text: string, max: number, atStart: boolean): string {
  const cut = previewText(text, max).slice(0, -1);
  const rest = text.slice(cut.length);
  const word = /^\s/.test(rest) ? cut : cut.replace(/\S*$/, '');
  return atStart && countGraphemes(word) * 2 < max ? cut : word;
}

const withEllipsis = (text: string): string => `${text.replace(/[\s.,;:–-]+$/, '')}…`;

/**
 * The pieces of a text up to `max` characters: cut after a word, before a hashtag or a link that would be cut, and only
 * if enough would be left over. A text that begins with a long link is cut in it; its target stays whole.
 */
export function previewPieces(pieces: Piece[], max: number): Piece[] {
  const total = pieces.reduce((sum, { text }) => sum + countGraphemes(text), 0);
  if (total - max < LEFT_AT_LEAST) return pieces;
  const shown: Piece[] = [];
  let left = max;
  for (const piece of pieces) {
    const length = countGraphemes(piece.text);
    if (length > left) {
      const last = shown.at(-1);
      if (piece.kind === 'text') shown.push({ kind: 'text', text: withEllipsis(cutAtWord(piece.text, left, !last)) });
      else if (!last) shown.push({ ...piece, text: previewText(piece.text, left) });
      else if (last.kind === 'text') shown[shown.length - 1] = { kind: 'text', text: withEllipsis(last.text) };
      else shown.push({ kind: 'text', text: '…' });
      return shown;
    }
    shown.push(piece);
    left -= length;
  }
  return shown;
}
