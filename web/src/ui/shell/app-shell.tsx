import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { useOnline } from '#lib/browser/use-online.ts';
import { t } from '#lib/text/translate.ts';
import { cx } from '../text/cx.ts';
import styles from './app-shell.module.css';
import { SkipLink } from './skip-link.tsx';

const texts = defineMessages('ui.shell', {
  offline: 'You’re offline. Messages will be sent later; anything else needs a connection.',
});

type AppShellProps = {
  topBar: ReactNode;
  bottomBar: ReactNode;
  footer: ReactNode;
  /** `Columns` or a page component: something that renders `<main id="main">`. */
  children: ReactNode;
};

/**
 * Skip link, top bar, page, footer and bottom bar. Below the top bar a banner for the whole page says when the browser
 * is offline.
 */
export function AppShell({ topBar, bottomBar, footer, children }: AppShellProps) {
  const online = useOnline();
  return (
    <>
      <SkipLink />
      <div className={cx(styles.shell, !online && styles.offline)}>
        {topBar}
        {!online && (
          <p role="status" className={styles.banner}>
            {t(texts.offline)}
          </p>
        )}
        {children}
        {footer}
      </div>
      {bottomBar}
    </>
  );
}
