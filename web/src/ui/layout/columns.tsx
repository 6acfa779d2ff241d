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
  /** Who I am, filters: 240 px from 1280 px on; at the top of the one side from 1024 px on. */
  left?: ReactNode;
  /** Popular, people: 320 px. */
  right?: ReactNode;
  /** The side that one column still shows, above the content; the other is left out there. */
  keep?: 'left' | 'right';
  /** Without a left side: the middle takes its room. */
  wide?: boolean;
  /** Without sides: the middle takes all the room. */
  full?: boolean;
  /** The cards of the middle are parts of one page with lines between them, not boxes. */
  plain?: boolean;
  children: ReactNode;
};

/** Three columns, two, or one; the middle one is `<main id="main">` with 16 px between its cards. */
export function Columns({ left, right, keep, wide = false, full = false, plain = false, children }: ColumnsProps) {
  return (
    <div className={cx(styles.columns, wide && styles.wide, full && styles.full)}>
      {left && (
        <aside
          data-plain
          aria-label={t(texts.left)}
          className={cx(styles.side, styles.left, keep === 'left' && styles.kept)}
        >
          {left}
        </aside>
      )}
      <main id="main" tabIndex={-1} data-plain={plain || undefined} className={styles.main}>
        {children}
      </main>
      {right && (
        <aside
          data-plain
          aria-label={t(texts.right)}
          className={cx(styles.side, styles.right, keep === 'right' && styles.kept)}
        >
          {right}
        </aside>
      )}
    </div>
  );
}
