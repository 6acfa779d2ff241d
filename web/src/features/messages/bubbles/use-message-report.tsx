import type { Message } from '@afterhours/contract/messages/messages';
import { ReportDialog } from '#features/moderation/components/lazy-dialogs.ts';
import { useAppDispatch } from '#lib/store.ts';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { showIgnored } from '../requests/request-commands.ts';
import type { ConversationState } from '../state/message-state.ts';

/** Reports a message that the viewer received. A request of which it is the message is ignored. */
export function useMessageReport({ request, uniquekey, otherUserDetail }: ConversationState) {
  const dispatch = useAppDispatch();
  const { shown, show, close } = useDialog<Message>();
  const dialog = shown && (
    <ReportDialog
      key={shown.key}
      reported={{ kind: 'message', id: shown.of._id }}
      open={shown.open}
      onClose={close}
      onReported={() =>
        request === 'waiting' && uniquekey !== null && dispatch(showIgnored(uniquekey, otherUserDetail))
      }
    />
  );
  return { ask: show, dialog };
}
