import { EXPORT_PATH } from '@afterhours/contract/account-data';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef, useState } from 'react';
import { download } from '#lib/api/download.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { SettingRow } from '../setting-row.tsx';

type State = { status: 'idle' | 'running' | 'done' | 'failed'; bytes: number; message: string };

const idle: State = { status: 'idle', bytes: 0, message: '' };
const inWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const said: Record<State['status'], (state: State) => string> = {
  idle: () => 'A ZIP file with everything you’ve written here, and your pictures and files.',
  running: ({ bytes }) => (bytes === 0 ? 'Preparing your file…' : `${inWords(bytes)} so far…`),
  done: ({ bytes }) => `Your data is downloaded (${inWords(bytes)}).`,
  failed: () => 'A ZIP file with everything you’ve written here, and your pictures and files.',
};

/** Everything of mine as one file. */
export function ExportData() {
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
      onBytes: (bytes) => setState((held) => ({ ...held, bytes })),
    });
    running.current = null;
    if (failed?.aborted) setState(idle);
    else if (failed) setState({ status: 'failed', bytes: 0, message: failed.message });
    else setState((held) => ({ ...held, status: 'done' }));
  };
  const busy = state.status === 'running';
  return (
    <div>
      <SettingRow label="Export my data" value={<span role="status">{said[state.status](state)}</span>}>
        {busy && <Button onClick={() => running.current?.abort()}>Cancel</Button>}
        <Button icon={Download} loading={busy} onClick={() => void start()}>
          Export my data
        </Button>
      </SettingRow>
      {state.status === 'failed' && <Banner tone="danger">{state.message}</Banner>}
    </div>
  );
}
