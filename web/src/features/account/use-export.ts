import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useRef, useState } from 'react';
import { download } from '#lib/api/download.ts';
import { t } from '#lib/text/translate.ts';

const texts = defineMessages('settings.export', {
  about: 'A ZIP file with everything you’ve written here, and your pictures and files.',
  preparing: 'Preparing your file…',
  soFar: '{size} so far…',
  done: 'Your data has been downloaded ({size}).',
});

type State = { status: 'idle' | 'running' | 'done' | 'failed'; bytes: number; message: string };

const idle: State = { status: 'idle', bytes: 0, message: '' };
const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The text next to the export button. */
export const describeExport: Record<State['status'], (state: State) => string> = {
  idle: () => t(texts.about),
  running: ({ bytes }) => (bytes === 0 ? t(texts.preparing) : t(texts.soFar, { size: formatSize(bytes) })),
  done: ({ bytes }) => t(texts.done, { size: formatSize(bytes) }),
  failed: () => t(texts.about),
};

/** Downloads a member's data and reports the progress; `start` and `stop` control it. */
export function useExport(from: { path: string; publicBody?: object }) {
  const [state, setState] = useState(idle);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    if (running.current) return;
    const control = new AbortController();
    running.current = control;
    setState({ ...idle, status: 'running' });
    const failed = await download({
      ...from,
      name: 'my-data.zip',
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
