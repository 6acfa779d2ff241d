import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

type RemoveConnectionProps = { name: string; open: boolean; onClose: () => void; onConfirm: () => void };

/** Asks before a connection is ended. */
export function RemoveConnection({ name, open, onClose, onConfirm }: RemoveConnectionProps) {
  return (
    <ConfirmDialog
      open={open}
      title={`Remove ${name} from your connections?`}
      confirmLabel="Remove"
      danger
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onCancel={onClose}
    >
      They won’t be notified. You keep following each other if you do, and can connect again later.
    </ConfirmDialog>
  );
}
