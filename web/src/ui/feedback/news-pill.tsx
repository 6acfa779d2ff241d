import ArrowUp from 'lucide-react/icons/arrow-up';
import type { RefObject } from 'react';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { Button } from '../buttons/button.tsx';
import { cx } from '../text/cx.ts';
import styles from './news-pill.module.css';

type NewsPillProps = {
  /** Such as "3 new posts"; null hides the pill. */
  children: string | null;
  loading?: boolean;
  className?: string | undefined;
  /** The pill's container at the start of the list. */
  ref?: RefObject<HTMLDivElement | null>;
  onShow: () => void;
};

/**
 * Shows what has been added to a list since it was loaded; a click loads it. The pill floats, so that nothing moves.
 */
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
