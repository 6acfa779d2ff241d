import type { Message } from '@afterhours/contract/messages';
import { useCallback, useState } from 'react';
import { lazyPart } from '#ui/parts/lazy-part.tsx';

const ReportDialog = lazyPart(
  async () => (await import('#features/moderation/components/report-dialog.tsx')).ReportDialog,
);

/** Reports a message that the viewer received. */
export function useMessageReport() {
  const [asked, setAsked] = useState<{ id: string; open: boolean } | null>(null);
  const ask = useCallback(({ _id }: Message) => setAsked({ id: _id, open: true }), []);
  const close = () => setAsked((current) => current && { ...current, open: false });
  const dialog = asked && (
    <ReportDialog key={asked.id} reported={{ kind: 'message', id: asked.id }} open={asked.open} onClose={close} />
  );
  return { ask, dialog };
}
