import { defineMessages } from '@afterhours/contract/base/message';
import CloudAlert from 'lucide-react/icons/cloud-alert';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { msBackOnline, useOnline } from '#lib/browser/use-online.ts';
import { focusArrival } from '#lib/focus/focus-arrival.ts';
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
  /** What happened. While offline, a note that loading resumes online is shown instead. */
  message: string;
  /** Makes the message the heading of a page without other content. */
  heading?: boolean;
  /** What was kept, such as "Your draft is still here." */
  kept?: ReactNode;
  /** Also called automatically when the browser is back online. */
  onRetry?: () => void;
  retrying?: boolean;
  /** Another action next to the retry. */
  action?: ReactNode;
  /** For one of several errors on a page: while offline it is a single line, because the page itself says so once. */
  quiet?: boolean;
};

/** A failure this soon after the browser is back online is probably that of a request that was sent before. */
const JUST_BACK_MS = 3_000;
const RETRY_MS = 1_000;

function useRetryOnline(onRetry: (() => void) | undefined): void {
  const retry = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    const listening = new AbortController();
    addEventListener('online', () => retry(), listening);
    const justBack = msBackOnline() < JUST_BACK_MS;
    const timer = justBack ? setTimeout(() => retry(), RETRY_MS) : undefined;
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, []);
}

/**
 * An error: what happened, what was kept, and what to do. It is announced, and retries when the browser is back online.
 */
export function ErrorState(props: ErrorStateProps) {
  const { message, heading = false, kept, onRetry, retrying, action, quiet } = props;
  const Title = heading ? 'h1' : 'p';
  useRetryOnline(onRetry);
  const online = useOnline();
  if (quiet && !online) return <p className={cx(styles.state, styles.text)}>{t(texts.offline)}</p>;
  return (
    <div ref={focusArrival} role="alert" className={styles.state}>
      <Icon icon={CloudAlert} size={32} className={styles.mark} />
      <Title className={styles.title}>{online ? message : t(texts.offline)}</Title>
      {kept && <p className={styles.text}>{kept}</p>}
      <div className={styles.action}>
        {onRetry && (
          <Button icon={RotateCw} loading={retrying} onClick={onRetry}>
            {t(words.tryAgain)}
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
