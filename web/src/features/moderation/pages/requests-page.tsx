import { defineMessages } from '@afterhours/contract/base/message';
import { useShortcuts } from '#lib/forms/shortcuts.ts';
import { t } from '#lib/text/translate.ts';
import { Requests } from '../requests/requests.tsx';
import styles from '../staff/staff.module.css';
import { StaffFrame } from '../staff/staff-frame.tsx';

const texts = defineMessages('moderation.requestsPage', {
  title: 'Requests',
  keys: 'Keys: j and k for the next and previous request, space to select, a to accept, r to refuse.',
});

/** The requests to join, for moderators and owners. */
export function RequestsPage() {
  const hasShortcuts = useShortcuts();
  return (
    <StaffFrame title={t(texts.title)}>
      {hasShortcuts && <p className={styles.keys}>{t(texts.keys)}</p>}
      <Requests />
    </StaffFrame>
  );
}
