import { createContext, useContext } from 'react';
import { markWords } from '#lib/text/highlight.ts';
import styles from './highlighted.module.css';

const noWords: readonly string[] = [];

/** The search terms to mark in the texts below it, compared without accents and case. */
export const HighlightWords = createContext(noWords);

/** A text with the search terms marked. Without search terms it is the plain text. */
export function Highlighted({ text }: { text: string }) {
  const words = useContext(HighlightWords);
  if (words.length === 0) return text;
  return markWords(text, words).map((piece, at) =>
    piece.marked ? (
      // The pieces of a text keep their positions.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={at} className={styles.mark}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
