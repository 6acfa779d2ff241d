import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useRef, useState } from 'react';
import { download } from '#lib/api/download.ts';
import { t } from '#lib/text/translate.ts';

export const exportTexts = defineMessages('settings.export', {
  about: 'A ZIP file with everything you’ve written here, and your pictures and files.',
  preparing: 'Preparing your file…',
  soFar: '{size} so far…',
  done: 'Your data has been downloaded ({size}).',
});

/** `failure` is the HTTP status of a failed export; 0 without a response. */
export type ExportState = {
  status: 'idle' | 'running' | 'done' | 'failed';
  bytes: number;
  message: string;
  failure?: number;
};

const idle: ExportState = { status: 'idle', bytes: 0, message: '' };
const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** What the export is doing, or has done. */
export const describeExport: Partial<Record<ExportState['status'], (state: ExportState) => string>> = {
  running: ({ bytes }) => (bytes === 0 ? t(exportTexts.preparing) : t(exportTexts.soFar, { size: formatSize(bytes) })),
  done: ({ bytes }) => t(exportTexts.done, { size: formatSize(bytes) }),
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
    else if (failed) setState({ status: 'failed', bytes: 0, message: failed.message, failure: failed.status });
    else setState((present) => ({ ...present, status: 'done' }));
  };
  return { state, start, stop: () => running.current?.abort() };
}
