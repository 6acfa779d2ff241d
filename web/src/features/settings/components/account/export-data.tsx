import { EXPORT_PATH } from '@afterhours/contract/account/account-data';
import { defineMessages } from '@afterhours/contract/base/message';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef, useState } from 'react';
import { download } from '#lib/api/download.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { words } from '#ui/text/words.ts';
import { SettingRow } from '../setting-row.tsx';

const texts = defineMessages('settings.export', {
  export: 'Export my data',
  about: 'A ZIP file with everything you’ve written here, and your pictures and files.',
  preparing: 'Preparing your file…',
  soFar: '{size} so far…',
  done: 'Your data is downloaded ({size}).',
});

type State = { status: 'idle' | 'running' | 'done' | 'failed'; bytes: number; message: string };

const idle: State = { status: 'idle', bytes: 0, message: '' };
const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const describe: Record<State['status'], (state: State) => string> = {
  idle: () => t(texts.about),
  running: ({ bytes }) => (bytes === 0 ? t(texts.preparing) : t(texts.soFar, { size: formatSize(bytes) })),
  done: ({ bytes }) => t(texts.done, { size: formatSize(bytes) }),
  failed: () => t(texts.about),
};

/** The download, with how far it is; `start` and `stop` control it. */
function useExport() {
  const [state, setState] = useState(idle);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    if (running.current) return;
    const control = new AbortController();
    running.current = control;
    setState({ ...idle, status: 'running' });
    const failed = await download({
      path: EXPORT_PATH,
      name: 'afterhours-export.zip',
      signal: control.signal,
      onBytes: (bytes) => setState((present) => ({ ...present, bytes })),
    });
    running.current = null;
    if (failed?.aborted) setState(idle);
    else if (failed) setState({ status: 'failed', bytes: 0, message: failed.message });
    else setState((present) => ({ ...present, status: 'done' }));
  };
  return { state, start, stop: () => running.current?.abort() };
}

/** Downloads everything that the member has put in, as one file. */
export function ExportData() {
  const { state, start, stop } = useExport();
  const busy = state.status === 'running';
  return (
    <div>
      <SettingRow label={t(texts.export)} value={<span role="status">{describe[state.status](state)}</span>}>
        {busy && <Button onClick={stop}>{t(words.cancel)}</Button>}
        <Button icon={Download} loading={busy} onClick={() => void start()}>
          {t(texts.export)}
        </Button>
      </SettingRow>
      {state.status === 'failed' && <Banner tone="danger">{state.message}</Banner>}
    </div>
  );
}
