import { defineMessages } from '@afterhours/contract/base/message';
import { areShortcutsOn } from '#lib/forms/shortcuts.ts';
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
  return (
    <StaffFrame title={t(texts.title)}>
      {areShortcutsOn() && <p className={styles.keys}>{t(texts.keys)}</p>}
      <Requests />
    </StaffFrame>
  );
}
