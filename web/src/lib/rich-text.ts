/** Text written by members, cut into what can be shown as links and hashtags. Never HTML: the pieces become elements. */
export type Piece = { kind: 'text'; text: string } | { kind: 'link' | 'hashtag'; text: string; target: string };

const marked =
  /(?<link>\bhttps?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}\p{M}_&/])#(?<tag>[\p{L}\p{N}\p{M}_]{1,50})(?![\p{L}\p{N}\p{M}_])/giu;
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

/** The address as it may stand in `href`, or null: http and https only, and no user name that feigns another host. */
export function toSafeHref(address: string): string | null {
  const parsed = URL.parse(address);
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.hostname !== ''
    ? parsed.href
    : null;
}

/** Cuts text into plain pieces, http(s) links and hashtags; joined again they are the text. */
export function parseRichText(text: string): Piece[] {
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

/** The same for pieces: a link that is cut keeps its whole target. */
export function previewPieces(pieces: Piece[], max: number): Piece[] {
  const shown: Piece[] = [];
  let left = max;
  for (const piece of pieces) {
    const text = previewText(piece.text, left);
    if (text !== piece.text) return [...shown, { ...piece, text }];
    shown.push(piece);
    left -= [...graphemes.segment(piece.text)].length;
    if (left <= 0 && piece !== pieces.at(-1)) return [...shown, { kind: 'text', text: '…' }];
  }
  return shown;
}
