import { diffWords } from 'diff';
import { useMemo } from 'react';
import styles from './revisions-dialog.module.css';

/** Finds words in all scripts, even in those without spaces. */
const intlSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A text with the changes from an earlier version marked. */
export function Changed({ from, to }: { from: string; to: string }) {
  const parts = useMemo(() => (from === to ? [] : diffWords(from, to, { intlSegmenter })), [from, to]);
  if (from === to) return to;
  return parts.map(({ value, added, removed }, place) => {
    // The parts have no ids except their positions, which never change.
    const key = `${place}`;
    if (added)
      return (
        <ins key={key} className={styles.added}>
          {value}
        </ins>
      );
    if (removed)
      return (
        <del key={key} className={styles.removed}>
          {value}
        </del>
      );
    return <span key={key}>{value}</span>;
  });
}
