import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import Lightbulb from 'lucide-react/icons/lightbulb';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef } from 'react';
import { passFocusOn } from '#lib/focus/keep-focus.ts';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import styles from './banner.module.css';

type BannerProps = {
  tone?: 'lamp' | 'info' | 'success' | 'danger';
  children: ReactNode;
  /** A button or link on the right. */
  action?: ReactNode;
  onDismiss?: () => void;
};

const icons = { lamp: Lightbulb, info: Info, success: CircleCheck, danger: CircleAlert };

/** A message about the page as a whole, such as "Please verify your email". */
export function Banner({ tone = 'info', children, action, onDismiss }: BannerProps) {
  return (
    <div ref={passFocusOn} role={tone === 'danger' ? 'alert' : 'status'} className={cx(styles.banner, styles[tone])}>
      <Icon icon={icons[tone]} size={20} />
      <div className={styles.text}>{children}</div>
      {action}
      {onDismiss && <IconButton icon={X} size={18} label={t(words.dismiss)} onClick={onDismiss} />}
    </div>
  );
}

/** Why an action has failed. It scrolls into view, because the button may be far below. */
export function FailureBanner(banner: Omit<BannerProps, 'tone'>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise here, which React would take for the effect's cleanup function.
    place.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <div ref={place}>
      <Banner {...banner} tone="danger" />
    </div>
  );
}
