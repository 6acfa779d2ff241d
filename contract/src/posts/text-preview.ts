/** The beginnings of texts written by members, as lists show them. */
import type { PostType } from './posts.ts';
import type { Piece } from './rich-text.ts';

/** The number of characters that a list shows of a post's text at first. */
export const PREVIEW_LENGTHS: Record<PostType, number> = { general: 120, webinar: 120, job: 500 };

/** The number of characters that a list shows of a comment at first. */
export const COMMENT_PREVIEW = 300;

/** The number of characters that a list shows of how an author introduces themselves. */
export const INTRO_PREVIEW = 40;

/** The same beside a comment. */
export const COMMENT_INTRO_PREVIEW = 25;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the first `max` graphemes, without trailing white space. */
export function previewText(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === max) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
}

/** If the hidden rest would be shorter than this, the whole text is shown. */
const LEFT_AT_LEAST = 20;

/** Returns the number of graphemes, at most `most`, and reads no further: texts may be long. */
function countGraphemes(text: string, most: number): number {
  const segments = graphemes.segment(text)[Symbol.iterator]();
  let count = 0;
  while (count < most && !segments.next().done) count += 1;
  return count;
}

/**
 * Returns as many whole words as fit. At the start of the preview it cuts within a word that takes more than half of
 * it.
 */
function cutAtWord(text: string, max: number, atStart: boolean): string {
  const cut = previewText(text, max).slice(0, -1);
  const rest = text.slice(cut.length);
  // The match starts only where a word does: a search from each of its characters would take quadratic time.
  const word = /^\s/.test(rest) ? cut : cut.replace(/(?<!\S)\S*$/, '');
  return atStart && countGraphemes(word, max) * 2 < max ? cut : word;
}

const withEllipsis = (text: string): string => `${text.replace(/[\s.,;:–-]+$/, '')}…`;

/**
 * Returns the pieces of a text up to `max` characters, cut after a word, or before a hashtag or link that would be cut,
 * and only if enough would be hidden. A text that begins with a long link is cut within the link, whose target stays
 * complete.
 */
export function previewPieces(pieces: Piece[], max: number): Piece[] {
  const enough = max + LEFT_AT_LEAST;
  const total = pieces.reduce((sum, { text }) => sum + countGraphemes(text, enough - sum), 0);
  if (total < enough) return pieces;
  const shown: Piece[] = [];
  let remaining = max;
  for (const piece of pieces) {
    const length = countGraphemes(piece.text, remaining + 1);
    if (length > remaining) {
      const last = shown.at(-1);
      if (piece.kind === 'text')
        shown.push({ kind: 'text', text: withEllipsis(cutAtWord(piece.text, remaining, !last)) });
      else if (!last) shown.push({ ...piece, text: previewText(piece.text, remaining) });
      else if (last.kind === 'text') shown[shown.length - 1] = { kind: 'text', text: withEllipsis(last.text) };
      else shown.push({ kind: 'text', text: '…' });
      return shown;
    }
    shown.push(piece);
    remaining -= length;
  }
  return shown;
}
