import ArrowUp from 'lucide-react/icons/arrow-up';
import type { RefObject } from 'react';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { Button } from '../buttons/button.tsx';
import { cx } from '../text/cx.ts';
import styles from './news-pill.module.css';

type NewsPillProps = {
  /** "3 new posts"; nothing is shown without it. */
  children: string | null;
  loading?: boolean;
  className?: string | undefined;
  /** Its place at the beginning of the list. */
  ref?: RefObject<HTMLDivElement | null>;
  onShow: () => void;
};

/** Says what has come to a list since it was loaded; a press shows it. It floats, so that nothing moves. */
export function NewsPill({ children, loading = false, className, ref, onShow }: NewsPillProps) {
  return (
    <div ref={ref} role="status" className={cx(styles.place, className)}>
      <div ref={keepFocus} className={styles.keep}>
        {children !== null && (
          <Button
            size="small"
            variant="primary"
            icon={ArrowUp}
            loading={loading}
            className={styles.pill}
            onClick={onShow}
          >
            {children}
          </Button>
        )}
      </div>
    </div>
  );
}
