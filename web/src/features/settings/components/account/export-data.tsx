import { EXPORT_PATH } from '@afterhours/contract/account/account-data';
import { defineMessages } from '@afterhours/contract/base/message';
import Download from 'lucide-react/icons/download';
import { ExportProgress } from '#features/account/components/export-progress.tsx';
import { exportTexts, useExport } from '#features/account/use-export.ts';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { SettingRow } from '../setting-row.tsx';

const texts = defineMessages('settings.exportRow', {
  export: 'Export my data',
});

/** Downloads all data of the member, as one file. */
export function ExportData() {
  const { state, start, stop } = useExport({ path: EXPORT_PATH });
  return (
    <div ref={keepFocus}>
      <SettingRow label={t(texts.export)} value={t(exportTexts.about)}>
        <Button icon={Download} loading={state.status === 'running'} onClick={() => void start()}>
          {t(texts.export)}
        </Button>
      </SettingRow>
      <ExportProgress state={state} onStop={stop} />
      {state.status === 'failed' && <Banner tone="danger">{state.message}</Banner>}
    </div>
  );
}
