import { defineMessages } from '@afterhours/contract/base/message';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { Sentence } from '#ui/text/sentence.tsx';
import { messageTexts } from '../message-texts.ts';
import type { ConversationState } from '../state/message-state.ts';
import { clearChat } from './conversation-commands.ts';

const texts = defineMessages('messages.chatDeletion', {
  title: 'Delete the chat with {name}?',
  body: 'It is removed from your list with all its messages. {name} keeps them. This cannot be undone.',
});

/** Deletes a chat after a confirmation. */
export function useChatDeletion(onDeleted?: (userId: string) => void) {
  const dispatch = useAppDispatch();
  const { shown, show, close } = useDialog<ConversationState>();
  const remove = async () => {
    if (!shown) return;
    // Closed first, so that the focus is back in the row when the row leaves the list.
    close();
    const { other_user_id } = shown.of;
    const gone = await dispatch(clearChat(other_user_id));
    if (gone) onDeleted?.(other_user_id);
  };
  const name = shown?.of.otherUserDetail.firstName ?? '';
  const dialog = shown && (
    <ConfirmDialog
      open={shown.open}
      title={t(texts.title, { name })}
      confirmLabel={t(messageTexts.delete)}
      danger
      onConfirm={() => void remove()}
      onCancel={close}
    >
      <Sentence text={texts.body} values={{ name }} />
    </ConfirmDialog>
  );
  return { ask: show, dialog };
}
