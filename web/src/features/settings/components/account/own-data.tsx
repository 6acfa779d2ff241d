import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { settingsTexts } from '#features/settings/settings-texts.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { SettingRow } from '../setting-row.tsx';
import styles from '../settings.module.css';
import { ExportData } from './export-data.tsx';

const texts = defineMessages('settings.data', {
  title: 'Your data',
  deleteHint: 'Permanently deletes your account and everything in it.',
});

const DeleteAccount = lazyPart(async () => (await import('./delete-account.tsx')).DeleteAccount);

/** Exports the member's data, and deletes the account. */
export function OwnData({ user }: { user: OwnUser }) {
  const [leaving, setLeaving] = useState({ open: false, turn: 0 });
  return (
    <Card title={t(texts.title)}>
      <div className={styles.rows}>
        <ExportData />
        <SettingRow label={t(settingsTexts.deleteAccount)} value={t(texts.deleteHint)}>
          <Button onClick={() => setLeaving({ open: true, turn: leaving.turn + 1 })}>
            {t(settingsTexts.deleteAccount)}
          </Button>
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
