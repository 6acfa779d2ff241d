import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

const texts = defineMessages('connections.remove', {
  title: 'Remove {name} from your connections?',
  remove: 'Remove',
  hint: 'They won’t be notified. If you follow each other, you still will, and you can connect again later.',
});

type RemoveConnectionProps = { name: string; open: boolean; onClose: () => void; onConfirm: () => void };

/** Asks for confirmation before a connection is removed. */
export function RemoveConnection({ name, open, onClose, onConfirm }: RemoveConnectionProps) {
  return (
    <ConfirmDialog
      open={open}
      title={t(texts.title, { name })}
      confirmLabel={t(texts.remove)}
      danger
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onCancel={onClose}
    >
      {t(texts.hint)}
    </ConfirmDialog>
  );
}
