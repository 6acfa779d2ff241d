import { parseRichText } from '@afterhours/contract/rich-text';
import { createElement, type ReactNode } from 'react';
import styles from './written-text.module.css';

/** The text with its addresses as links; everything else stays text. */
const withLinks = (text: string): ReactNode[] =>
  parseRichText(text).map((piece, at) =>
    piece.kind === 'link' ? (
      // The pieces of a text never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={at} href={piece.target} rel="noopener noreferrer" target="_blank">
        {piece.text}
      </a>
    ) : (
      piece.text
    ),
  );

const HEADING = /^(#{1,2})\s+(.+)$/;
const ITEM = /^[-*]\s+/;

/** A part between empty lines: a heading ("# Title"), a list ("- one") or a paragraph. */
function Part({ text, level }: { text: string; level: 2 | 3 }) {
  const [, marks, title] = HEADING.exec(text) ?? [];
  if (marks && title) return createElement(`h${level + marks.length - 1}`, { dir: 'auto' }, title);
  const lines = text.split('\n');
  if (lines.every((line) => ITEM.test(line))) {
    return (
      <ul dir="auto">
        {lines.map((line) => (
          <li key={line}>{withLinks(line.replace(ITEM, ''))}</li>
        ))}
      </ul>
    );
  }
  return (
    <p dir="auto" className={styles.written}>
      {withLinks(text)}
    </p>
  );
}

/** A heading on a line of its own is a part, whether or not an empty line follows. */
const toParts = (text: string): string[] =>
  text
    .replaceAll(/^(#{1,2}\s+.+)$/gm, '\n$1\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A text that the owners have written: paragraphs, headings, lists and links, never HTML. */
export const WrittenText = ({ text, level = 2 }: { text: string; level?: 2 | 3 }) =>
  toParts(text).map((part, at) => (
    // The parts of a text never change places, and may be alike.
    // oxlint-disable-next-line react/no-array-index-key
    <Part key={at} text={part} level={level} />
  ));
