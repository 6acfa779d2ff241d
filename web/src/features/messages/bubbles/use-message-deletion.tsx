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
  const [question, setQuestion] = useState<{ message: Message; open: boolean } | null>(null);
  const close = () => setQuestion((current) => current && { ...current, open: false });
  const ask = useCallback((message: Message) => setQuestion({ message, open: true }), []);
  const dialog = question && (
    <ConfirmDialog
      open={question.open}
      title={t(texts.title)}
      confirmLabel={t(messageTexts.delete)}
      danger
      onCancel={close}
      onConfirm={() => {
        close();
        void dispatch(deleteOwnMessage(question.message._id));
      }}
    >
      {t(texts.body)}
    </ConfirmDialog>
  );
  return { ask, dialog };
}
