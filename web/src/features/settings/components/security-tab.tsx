import type { OwnUser } from '@afterhours/contract/account';
import { Card } from '#ui/layout/card.tsx';
import { PasswordRow } from './account/password-row.tsx';
import { SessionList } from './session-list.tsx';
import styles from './settings.module.css';
import { TwoStepRow } from './two-step/two-step-row.tsx';

/** How I sign in, and where I am signed in. */
export function SecurityTab({ user }: { user: OwnUser }) {
  return (
    <div className={styles.stack}>
      <Card title="Sign in & Security">
        <div className={styles.rows}>
          <TwoStepRow user={user} />
          <PasswordRow user={user} />
        </div>
      </Card>
      <SessionList />
    </div>
  );
}
