import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import type { ComponentType } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { PaymentsTab } from '#features/payments/components/payments-tab.tsx';
import { t } from '#lib/text/translate.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { AccountTab } from '../components/account-tab.tsx';
import { NotificationsTab } from '../components/notifications-tab.tsx';
import { PrivacyTab } from '../components/privacy-tab.tsx';
import { SecurityTab } from '../components/security-tab.tsx';
import { type TabId, tabs, toTab } from '../settings-tabs.ts';
import { useSettingsRecord } from '../use-settings-record.ts';
import styles from './settings-page.module.css';

const texts = defineMessages('settings.page', {
  title: 'Settings',
  tab: '{title} · Settings',
  loading: 'Loading settings',
});

const parts: Record<TabId, ComponentType<{ user: OwnUser }>> = {
  account: AccountTab,
  security: SecurityTab,
  privacy: PrivacyTab,
  notifications: NotificationsTab,
  payments: PaymentsTab,
};

/** The tab in the URL, otherwise the one in the navigation state, otherwise the first. */
function useTab(): TabId {
  const state = useLocation().state as { tab?: unknown } | null;
  const inAddress = useSearchParams()[0].get('tab');
  return toTab(inAddress) ?? toTab(state?.tab) ?? tabs[0].id;
}

function SideMenu({ current }: { current: TabId }) {
  return (
    <nav aria-label={t(texts.title)} className={styles.menu}>
      <ul className={styles.items}>
        {tabs.map(({ id, menu }) => (
          <li key={id}>
            <Link
              to={`/Settings?tab=${id}`}
              replace
              preventScrollReset
              aria-current={id === current ? 'page' : undefined}
              className={styles.item}
            >
              {t(menu)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Account, security, privacy, notifications and payments. */
export function SettingsPage() {
  const tab = useTab();
  const { user, failed, retrying, retry } = useSettingsRecord();
  const Part = parts[tab];
  const title = tabs.find(({ id }) => id === tab)?.title ?? texts.title;
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <PageTitle>{t(texts.tab, { title: t(title) })}</PageTitle>
      <div className={styles.side}>
        <h1 className={styles.title}>{t(texts.title)}</h1>
        <SideMenu current={tab} />
      </div>
      <div>
        {failed && (
          <Card>
            <ErrorState message={failed} onRetry={retry} retrying={retrying} />
          </Card>
        )}
        {!failed && user && <Part key={tab} user={user} />}
        {!failed && !user && (
          <Card>
            <LoadingNote>{t(texts.loading)}</LoadingNote>
            <Skeleton shape="text" lines={4} />
          </Card>
        )}
      </div>
    </main>
  );
}
