import { createContext, useContext } from 'react';
import { markWords } from '#lib/text/highlight.ts';
import styles from './highlighted.module.css';

const noWords: readonly string[] = [];

/** The words that texts below it mark, compared without accents and capitals. */
export const HighlightWords = createContext(noWords);

/** A text in which the sought words are marked. Where nothing is sought it is the text alone. */
export function Highlighted({ text }: { text: string }) {
  const words = useContext(HighlightWords);
  if (words.length === 0) return text;
  return markWords(text, words).map((piece, at) =>
    piece.marked ? (
      // Pieces of one text do not move.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={at} className={styles.mark}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
