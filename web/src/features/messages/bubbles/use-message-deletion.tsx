import { defineMessages } from '@afterhours/contract/base/message';
import type { Message } from '@afterhours/contract/messages/messages';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { deleteOwnMessage } from '../chat/thread-commands.ts';
import { messageTexts } from '../message-texts.ts';

const texts = defineMessages('messages.deletion', {
  title: 'Delete this message?',
  body: 'It is deleted for both of you, with its files. This cannot be undone.',
});

/** Deletes the viewer's own message after a confirmation. */
export function useMessageDeletion() {
  const dispatch = useAppDispatch();
  const { shown, show, close } = useDialog<Message>();
  const dialog = shown && (
    <ConfirmDialog
      open={shown.open}
      title={t(texts.title)}
      confirmLabel={t(messageTexts.delete)}
      danger
      onCancel={close}
      onConfirm={() => {
        close();
        void dispatch(deleteOwnMessage(shown.of._id));
      }}
    >
      {t(texts.body)}
    </ConfirmDialog>
  );
  return { ask: show, dialog };
}
