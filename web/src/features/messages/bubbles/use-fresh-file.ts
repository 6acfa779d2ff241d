import type { MessageAttachment } from '@afterhours/contract/messages/messages';
import { useCallback } from 'react';
import { useStore } from 'react-redux';
import type { AppStore } from '#lib/store.ts';
import { reloadMessages } from '../chat/thread-commands.ts';
import { selectMessageState } from '../state/message-slice.ts';

/** Returns a function that reloads the messages of the thread and resolves to the new version of a file. */
export function useFreshFile(userId: string) {
  const store = useStore() as AppStore;
  return useCallback(
    async (file: MessageAttachment): Promise<MessageAttachment | undefined> => {
      await store.dispatch(reloadMessages(userId));
      const items = selectMessageState(store.getState()).messages[userId]?.items ?? [];
      return items.flatMap(({ attachments }) => attachments).find(({ _id }) => _id === file._id);
    },
    [store, userId],
  );
}
