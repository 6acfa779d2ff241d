import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Card } from '#ui/layout/card.tsx';
import { GoogleAccount } from './account/google-account.tsx';
import { LinkedAccount } from './account/linked-account.tsx';
import { PasswordRow } from './account/password-row.tsx';
import { PasskeysCard } from './passkeys/passkeys-card.tsx';
import { SessionList } from './session-list.tsx';
import styles from './settings.module.css';
import { TwoStepRow } from './two-step/two-step-row.tsx';

const texts = defineMessages('settings.security', {
  title: 'Sign in & Security',
});

/** Two-step verification, the password, linked accounts, passkeys, and the open sessions. */
export function SecurityTab({ user }: { user: OwnUser }) {
  return (
    <div className={styles.stack}>
      <Card title={t(texts.title)}>
        <div className={styles.rows}>
          <TwoStepRow user={user} />
          <PasswordRow user={user} />
          <GoogleAccount />
          <LinkedAccount />
        </div>
      </Card>
      <PasskeysCard user={user} />
      <SessionList />
    </div>
  );
}
