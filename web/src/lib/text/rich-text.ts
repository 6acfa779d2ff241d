/** Texts written by members, shortened. */
import { type Piece, parseRichText } from '@afterhours/contract/rich-text';

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
