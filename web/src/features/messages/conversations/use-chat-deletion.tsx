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
  const [question, setQuestion] = useState<{ connection: Connection; open: boolean; pending: boolean } | null>(null);
  const close = () => setQuestion((current) => current && { ...current, open: false, pending: false });
  const remove = async () => {
    if (!question) return;
    setQuestion({ ...question, pending: true });
    const { other_user_id } = question.connection;
    const gone = await dispatch(clearChat(other_user_id));
    close();
    if (gone) onDeleted?.(other_user_id);
  };
  const name = question?.connection.otherUserDetail.firstName ?? '';
  const dialog = question && (
    <ConfirmDialog
      open={question.open}
      title={t(texts.title, { name })}
      confirmLabel={t(messageTexts.delete)}
      danger
      loading={question.pending}
      onConfirm={() => void remove()}
      onCancel={close}
    >
      <Sentence text={texts.body} values={{ name }} />
    </ConfirmDialog>
  );
  const ask = useCallback((connection: Connection) => setQuestion({ connection, open: true, pending: false }), []);
  return { ask, dialog };
}
