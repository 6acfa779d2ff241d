import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { settingsTexts } from '#features/settings/settings-texts.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
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
  const { shown, show, close } = useDialog();
  return (
    <Card title={t(texts.title)}>
      <div className={styles.rows}>
        <ExportData />
        <SettingRow label={t(settingsTexts.deleteAccount)} value={t(texts.deleteHint)}>
          <Button onClick={() => show()}>{t(settingsTexts.deleteAccount)}</Button>
        </SettingRow>
      </div>
      {shown && <DeleteAccount key={shown.key} user={user} open={shown.open} onClose={close} />}
    </Card>
  );
}
