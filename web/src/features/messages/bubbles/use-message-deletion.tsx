import type { Message } from '@afterhours/contract/messages';
import { useCallback, useState } from 'react';
import { useAppDispatch } from '#lib/store.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { deleteOwnMessage } from '../chat/thread-commands.ts';

/** Deleting an own message, after a question. */
export function useMessageDeletion() {
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState<{ message: Message; open: boolean } | null>(null);
  const close = () => setAsked((held) => held && { ...held, open: false });
  const ask = useCallback((message: Message) => setAsked({ message, open: true }), []);
  const dialog = asked && (
    <ConfirmDialog
      open={asked.open}
      title="Delete this message?"
      confirmLabel="Delete"
      danger
      onCancel={close}
      onConfirm={() => {
        close();
        void dispatch(deleteOwnMessage(asked.message._id));
      }}
    >
      It is deleted for both of you, with its files. This cannot be undone.
    </ConfirmDialog>
  );
  return { ask, dialog };
}
