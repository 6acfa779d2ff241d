/** HTML written by the server: a tagged template that escapes all values except HTML from the same template. */
import { escapeHtml } from '#platform/escape-html.ts';

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | null | undefined | false | readonly Html[];

function write(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece));
  return piece.map((each) => each.text).join('');
}

/** Values become text, in content and in quoted attributes; null, undefined and false become nothing. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(strings.map((string, index) => string + write(pieces[index])).join(''));

/** Returns JSON for use inside an element: without `<`, no text in it can end the element or begin a comment. */
export const writeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
