import { EXPORT_PATH } from '@afterhours/contract/account/account-data';
import { defineMessages } from '@afterhours/contract/base/message';
import Download from 'lucide-react/icons/download';
import { describeExport, useExport } from '#features/account/use-export.ts';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { words } from '#ui/text/words.ts';
import { SettingRow } from '../setting-row.tsx';

const texts = defineMessages('settings.exportRow', {
  export: 'Export my data',
});

/** Downloads all data of the member, as one file. */
export function ExportData() {
  const { state, start, stop } = useExport({ path: EXPORT_PATH });
  const busy = state.status === 'running';
  return (
    <div ref={keepFocus}>
      <SettingRow label={t(texts.export)} value={<span role="status">{describeExport[state.status](state)}</span>}>
        {busy && <Button onClick={stop}>{t(words.cancel)}</Button>}
        <Button icon={Download} loading={busy} onClick={() => void start()}>
          {t(texts.export)}
        </Button>
      </SettingRow>
      {state.status === 'failed' && <Banner tone="danger">{state.message}</Banner>}
    </div>
  );
}
