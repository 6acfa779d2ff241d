/** Members' texts as HTML, with their links, hashtags and mentions. */
import type { Mention } from '@afterhours/contract/posts/mentions';
import { type Piece, parseRichText } from '@afterhours/contract/posts/rich-text';
import { previewPieces } from '@afterhours/contract/posts/text-preview';
import { Html, html } from '#http/pages/html.ts';

/** Keeps line breaks within a paragraph. */
const lines = (text: string): Html =>
  new Html(
    text
      .split('\n')
      .map((line) => html`${line}`.text)
      .join('<br>'),
  );

function pieceMarkup(piece: Piece): Html {
  if (piece.kind === 'text') return lines(piece.text);
  if (piece.kind === 'hashtag') return html`<a href="/tags/${encodeURIComponent(piece.target)}">${piece.text}</a>`;
  if (piece.kind === 'mention') return html`<a href="/@${piece.user.username}">${piece.text}</a>`;
  return html`<a href="${piece.target}" rel="ugc nofollow noopener">${piece.text}</a>`;
}

/** `dir="auto"`: each text takes the direction of its own script. */
export const textMarkup = (text: string, mentions: readonly Mention[] = []): Html =>
  html`<p dir="auto">${parseRichText(text, mentions).map(pieceMarkup)}</p>`;

/** The first `max` characters of a text, and if it has more, a link to all of it, cut as the web application does. */
export function previewMarkup(
  text: string,
  mentions: readonly Mention[],
  { max, more }: { max: number; more: Html },
): Html {
  const pieces = parseRichText(text, mentions);
  const shown = previewPieces(pieces, max);
  return html`<p dir="auto">${shown.map(pieceMarkup)}${shown !== pieces && html` ${more}`}</p>`;
}
