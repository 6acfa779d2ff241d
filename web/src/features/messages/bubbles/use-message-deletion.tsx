import { defineMessages } from '@afterhours/contract/base/message';
import type { Message } from '@afterhours/contract/messages';
import { useCallback, useState } from 'react';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { deleteOwnMessage } from '../chat/thread-commands.ts';
import { messageTexts } from '../message-texts.ts';

const texts = defineMessages('messages.deletion', {
  title: 'Delete this message?',
  body: 'It is deleted for both of you, with its files. This cannot be undone.',
});

/** Deletes the viewer's own message after a confirmation. */
export function useMessageDeletion() {
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState<{ message: Message; open: boolean } | null>(null);
  const close = () => setAsked((current) => current && { ...current, open: false });
  const ask = useCallback((message: Message) => setAsked({ message, open: true }), []);
  const dialog = asked && (
    <ConfirmDialog
      open={asked.open}
      title={t(texts.title)}
      confirmLabel={t(messageTexts.delete)}
      danger
      onCancel={close}
      onConfirm={() => {
        close();
        void dispatch(deleteOwnMessage(asked.message._id));
      }}
    >
      {t(texts.body)}
    </ConfirmDialog>
  );
  return { ask, dialog };
}
