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

/** Deleting a chat, after a question. */
export function useChatDeletion(onDeleted?: (userId: string) => void) {
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState<{ connection: Connection; open: boolean; pending: boolean } | null>(null);
  const close = () => setAsked((current) => current && { ...current, open: false, pending: false });
  const remove = async () => {
    if (!asked) return;
    setAsked({ ...asked, pending: true });
    const { other_user_id } = asked.connection;
    const gone = await dispatch(clearChat(other_user_id));
    close();
    if (gone) onDeleted?.(other_user_id);
  };
  const name = asked?.connection.otherUserDetail.firstName ?? '';
  const dialog = asked && (
    <ConfirmDialog
      open={asked.open}
      title={t(texts.title, { name })}
      confirmLabel={t(messageTexts.delete)}
      danger
      loading={asked.pending}
      onConfirm={() => void remove()}
      onCancel={close}
    >
      <Sentence text={texts.body} values={{ name }} />
    </ConfirmDialog>
  );
  const ask = useCallback((connection: Connection) => setAsked({ connection, open: true, pending: false }), []);
  return { ask, dialog };
}
