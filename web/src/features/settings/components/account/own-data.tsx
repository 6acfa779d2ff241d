import type { OwnUser } from '@afterhours/contract/account';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { SettingRow } from '../setting-row.tsx';
import styles from '../settings.module.css';
import { ExportData } from './export-data.tsx';

const DeleteAccount = lazyPart(async () => (await import('./delete-account.tsx')).DeleteAccount);

/** Taking one's data along, and leaving. */
export function OwnData({ user }: { user: OwnUser }) {
  const [leaving, setLeaving] = useState({ open: false, turn: 0 });
  return (
    <Card title="Your data">
      <div className={styles.rows}>
        <ExportData />
        <SettingRow label="Delete account" value="Permanently deletes your account and everything in it.">
          <Button onClick={() => setLeaving({ open: true, turn: leaving.turn + 1 })}>Delete account</Button>
        </SettingRow>
      </div>
      {leaving.turn > 0 && (
        <DeleteAccount
          key={leaving.turn}
          user={user}
          open={leaving.open}
          onClose={() => setLeaving({ ...leaving, open: false })}
        />
      )}
    </Card>
  );
}
