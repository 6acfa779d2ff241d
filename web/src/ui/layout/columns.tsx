import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { t } from '#lib/text/translate.ts';
import { cx } from '../text/cx.ts';
import styles from './columns.module.css';

const texts = defineMessages('ui.columns', {
  left: 'About you and filters',
  right: 'More to see',
});

type ColumnsProps = {
  /** The viewer's card and filters: 240 px wide from 1280 px on, at the top of the only side column from 1024 px on. */
  left?: ReactNode;
  /** Popular posts and people: 320 px wide. */
  right?: ReactNode;
  /** For pages without a left side: the middle column takes its room. */
  wide?: boolean;
  /** For pages without sides: the middle column takes all the room. */
  full?: boolean;
  /** Renders the cards in the middle as parts of one page, separated by lines, instead of boxes. */
  plain?: boolean;
  /** Hides what follows a list in the middle until the list has loaded, because it would move then. */
  revealInOrder?: boolean;
  children: ReactNode;
};

/** Three columns, two or one. The middle one is `<main id="main">`, with 16 px between its cards. */
export function Columns(props: ColumnsProps) {
  const { left, right, wide = false, full = false, plain = false, revealInOrder = false, children } = props;
  return (
    <div className={cx(styles.columns, wide && styles.wide, full && styles.full)}>
      {left && (
        <aside data-plain aria-label={t(texts.left)} className={cx(styles.side, styles.left)}>
          {left}
        </aside>
      )}
      <main
        id="main"
        tabIndex={-1}
        data-plain={plain || undefined}
        data-reveal-in-order={revealInOrder || undefined}
        className={styles.main}
      >
        {children}
      </main>
      {right && (
        <aside data-plain aria-label={t(texts.right)} className={cx(styles.side, styles.right)}>
          {right}
        </aside>
      )}
    </div>
  );
}
