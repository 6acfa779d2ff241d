import { parseRichText } from '@afterhours/contract/posts/rich-text';
import { createElement, type ReactNode } from 'react';
import styles from './written-text.module.css';

/** Returns the text with its URLs as links; everything else stays text. */
const withLinks = (text: string): ReactNode[] =>
  parseRichText(text).map((piece, at) =>
    piece.kind === 'link' ? (
      // The pieces of a text never change their order.
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

/** A block between empty lines: a heading ("# Title"), a list ("- one") or a paragraph. */
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

/** Splits a text into blocks. A heading on its own line is a block, even without an empty line after it. */
const toParts = (text: string): string[] =>
  text
    .replaceAll(/^(#{1,2}\s+.+)$/gm, '\n$1\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A text written by the owners: paragraphs, headings, lists and links, never HTML. */
export const WrittenText = ({ text, level = 2 }: { text: string; level?: 2 | 3 }) =>
  toParts(text).map((part, at) => (
    // The blocks of a text never change their order, and may be equal.
    // oxlint-disable-next-line react/no-array-index-key
    <Part key={at} text={part} level={level} />
  ));
