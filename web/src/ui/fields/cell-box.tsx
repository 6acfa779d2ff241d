import type { ComponentProps } from 'react';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import styles from './cell-box.module.css';
import choice from './choice.module.css';

type CellBoxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string };

/** A box to tick in the cell of a table, whose row and column name it; the whole cell is its target. */
export function CellBox({ label, ...input }: CellBoxProps) {
  return (
    <label className={styles.cell}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <input {...input} type="checkbox" className={choice.box} />
    </label>
  );
}
