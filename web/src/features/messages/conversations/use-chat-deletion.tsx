import { defineMessages } from '@afterhours/contract/base/message';
import { useCallback, useState } from 'react';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { messageTexts } from '../message-texts.ts';
import type { Connection } from '../state/message-state.ts';
import { clearChat } from './conversation-commands.ts';

const texts = defineMessages('messages.chatDeletion', {
  title: 'Delete the chat with {name}?',
  body: 'It is removed from your list with all its messages. {name} keeps them. This cannot be undone.',
});

/** Deletes a chat after a confirmation. */
export function useChatDeletion(onDeleted?: (userId: string) => void) {
  const dispatch = useAppDispatch();
  const [question, setQuestion] = useState<{ connection: Connection; open: boolean } | null>(null);
  const close = () => setQuestion((current) => current && { ...current, open: false });
  const remove = async () => {
    if (!question) return;
    // Closed first, so that the focus is back in the row when the row leaves the list.
    close();
    const { other_user_id } = question.connection;
    const gone = await dispatch(clearChat(other_user_id));
    if (gone) onDeleted?.(other_user_id);
  };
  const name = question?.connection.otherUserDetail.firstName ?? '';
  const dialog = question && (
    <ConfirmDialog
      open={question.open}
      title={t(texts.title, { name })}
      confirmLabel={t(messageTexts.delete)}
      danger
      onConfirm={() => void remove()}
      onCancel={close}
    >
      <Sentence text={texts.body} values={{ name }} />
    </ConfirmDialog>
  );
  const ask = useCallback((connection: Connection) => setQuestion({ connection, open: true }), []);
  return { ask, dialog };
}
