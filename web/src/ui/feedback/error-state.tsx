import { defineMessages } from '@afterhours/contract/base/message';
import CloudAlert from 'lucide-react/icons/cloud-alert';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ReactNode, useEffect, useRef } from 'react';
import { useOnline } from '#lib/browser/use-online.ts';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { Button } from '../buttons/button.tsx';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import styles from './state.module.css';

const texts = defineMessages('ui.errorState', {
  offline: 'Loads when you’re back online.',
});

type ErrorStateProps = {
  /** What happened. Offline, it says when it will be loaded instead. */
  message: string;
  /** The message is the heading of a page that has nothing else. */
  heading?: boolean;
  /** What was kept: "Your draft is still here." */
  kept?: ReactNode;
  /** Also called by itself when the browser is back online. */
  onRetry?: () => void;
  retrying?: boolean;
  retryLabel?: string;
  /** Another way on, beside the retry. */
  action?: ReactNode;
  /** One of several on the page: offline, which the page says once, it is a line. */
  quiet?: boolean;
};

function useRetryOnline(onRetry: (() => void) | undefined): void {
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useEffect(() => {
    const listening = new AbortController();
    addEventListener('online', () => retry.current?.(), listening);
    return () => listening.abort();
  }, []);
}

/**
 * Something failed: what happened, what was kept, what to do. Announced; tries again when the browser is back online.
 */
export function ErrorState(props: ErrorStateProps) {
  const { message, heading = false, kept, onRetry, retrying, retryLabel = t(words.tryAgain), action, quiet } = props;
  const Title = heading ? 'h1' : 'p';
  useRetryOnline(onRetry);
  const online = useOnline();
  if (quiet && !online) return <p className={cx(styles.state, styles.text)}>{t(texts.offline)}</p>;
  return (
    <div role="alert" className={styles.state}>
      <Icon icon={CloudAlert} size={32} className={styles.mark} />
      <Title className={styles.title}>{online ? message : t(texts.offline)}</Title>
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
