import CloudAlert from 'lucide-react/icons/cloud-alert';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './state.module.css';

type ErrorStateProps = {
  /** What happened. */
  message: string;
  /** What was kept: "Your draft is still here." */
  kept?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  retryLabel?: string;
  /** Another way on, beside the retry. */
  action?: ReactNode;
};

/** Something failed: what happened, what was kept, what to do. Announced. */
export function ErrorState({ message, kept, onRetry, retrying, retryLabel = 'Try again', action }: ErrorStateProps) {
  return (
    <div role="alert" className={styles.state}>
      <Icon icon={CloudAlert} size={32} className={styles.mark} />
      <p className={styles.title}>{message}</p>
      {kept && <p className={styles.text}>{kept}</p>}
      <div className={styles.action}>
        {onRetry && (
          <Button icon={RotateCw} loading={retrying} onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
