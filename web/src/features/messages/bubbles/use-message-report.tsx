import type { Message } from '@afterhours/contract/messages';
import { useCallback, useState } from 'react';
import { lazyPart } from '#ui/parts/lazy-part.tsx';

const ReportDialog = lazyPart(
  async () => (await import('#features/moderation/components/report-dialog.tsx')).ReportDialog,
);

/** Reports a message that the viewer received. */
export function useMessageReport() {
  const [report, setReport] = useState<{ id: string; open: boolean } | null>(null);
  const ask = useCallback(({ _id }: Message) => setReport({ id: _id, open: true }), []);
  const close = () => setReport((current) => current && { ...current, open: false });
  const dialog = report && (
    <ReportDialog key={report.id} reported={{ kind: 'message', id: report.id }} open={report.open} onClose={close} />
  );
  return { ask, dialog };
}
