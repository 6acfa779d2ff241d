import type { Message } from '@afterhours/contract/messages/messages';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';

const ReportDialog = lazyPart(
  async () => (await import('#features/moderation/components/report-dialog.tsx')).ReportDialog,
);

/** Reports a message that the viewer received. */
export function useMessageReport() {
  const { shown, show, close } = useDialog<Message>();
  const dialog = shown && (
    <ReportDialog key={shown.key} reported={{ kind: 'message', id: shown.of._id }} open={shown.open} onClose={close} />
  );
  return { ask: show, dialog };
}
