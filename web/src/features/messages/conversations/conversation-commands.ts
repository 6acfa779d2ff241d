/** Commands that load, pin and delete conversations. */
import type {
  deleteChat,
  getConversation,
  listConversations,
  setPinned,
} from '@afterhours/contract/messages/conversations';
import { call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { announceOnly } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import { emitLive } from '../state/chat-socket.ts';
import {
  chatCleared,
  conversationGone,
  conversationLoaded,
  pinnedSet,
  sectionFailed,
  sectionLoaded,
  sectionRequested,
  selectMessageState,
} from '../state/message-slice.ts';
import type { ConversationState, SectionName } from '../state/message-state.ts';
import { unreadMessagesCounted } from '../state/unread-slice.ts';

const PAGE_SIZE = '20';
const UNSHOWN_PAGE_SIZE = '40';

/** Reports to the server that this browser has received the unread messages. */
function emitDelivered(conversations: ConversationState[]): void {
  for (const { uniquekey, unreadCount, lastSeq } of conversations) {
    if (uniquekey && unreadCount > 0) emitLive('delivered', { room: uniquekey, seq: lastSeq });
  }
}

/** Loads the first page of a section (`fresh`), for a search term, or the next page. */
export function loadSection(section: SectionName, fresh: boolean, term?: string): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const loaded = selectMessageState(getState()).sections[section];
      const keyword = term ?? loaded.keyword;
      const same = keyword === loaded.keyword;
      if (same && loaded.status === 'loading') return;
      if (!fresh && loaded.cursor === null) return;
      dispatch(sectionRequested({ section, keyword }));
      const before = selectMessageState(getState()).connections;
      const cursor = fresh || !same ? undefined : (loaded.cursor ?? undefined);
      const pinned = section === 'pinned' ? ('true' as const) : ('false' as const);
      const query = { limit: PAGE_SIZE, pinned, keyword, cursor };
      const response = await call<typeof listConversations>('GET', '/connections/getAllMessageConnections', { query });
      if (!response.ok) {
        dispatch(sectionFailed({ section, keyword, message: response.message }));
        return;
      }
      const { body: conversations, nextCursor } = response;
      dispatch(sectionLoaded({ section, keyword, conversations, before, cursor: nextCursor, fresh }));
      dispatch(unreadMessagesCounted(response.unreadMessages));
      emitDelivered(conversations);
    },
    (message) => sectionFailed({ section, keyword: term, message }),
  );
}

/** Loads both sections from their beginning. */
export function loadConversations(term?: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    await Promise.all([dispatch(loadSection('pinned', true, term)), dispatch(loadSection('recent', true, term))]);
  };
}

/** Confirms the delivery of unread messages on pages that show no list of chats. */
export function confirmDelivery(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const query = { limit: UNSHOWN_PAGE_SIZE };
    const response = await call<typeof listConversations>('GET', '/connections/getAllMessageConnections', { query });
    if (!response.ok) return;
    dispatch(unreadMessagesCounted(response.unreadMessages));
    emitDelivered(response.body);
  };
}

type Which = { userId: string } | { uniquekey: string };

/** Loads one conversation. Returns it, or the failure. A conversation that no longer exists is removed. */
export function loadConversation(
  which: Which,
): AppThunk<Promise<{ ok: true; conversation: ConversationState } | { ok: false; status: number; message: string }>> {
  return async (dispatch, getState) => {
    const before = selectMessageState(getState()).connections;
    const response = await call<typeof getConversation>('GET', '/messages/conversation', { query: which });
    if (response.ok) {
      dispatch(conversationLoaded({ conversation: response.body, before }));
      return { ok: true, conversation: response.body };
    }
    if (response.status === 404 && 'userId' in which) dispatch(conversationGone(which.userId));
    return response;
  };
}

/** Pins or unpins a chat. It moves at once, and back if the server rejects it. */
export function pinChat(userId: string, pinned: boolean): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    dispatch(pinnedSet({ userId, pinned }));
    const body = { user_id: userId, status: pinned ? (1 as const) : (0 as const) };
    const response = await call<typeof setPinned>('PUT', '/pinUser', { body });
    dispatch(pinnedSet({ userId, pinned: response.ok ? pinned : !pinned }));
    // A list that was requested meanwhile, and does not have the change yet, may have removed the chat.
    if (!selectMessageState(getState()).connections[userId]) await dispatch(loadConversation({ userId }));
    if (response.ok) announceOnly(response.message);
    else showFailure(response);
  };
}

/** Deletes a chat for the viewer. Returns whether it is deleted. */
export function clearChat(userId: string): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    const response = await call<typeof deleteChat>('PUT', '/messages/deleteChat', { body: { user_id: userId } });
    if (!response.ok) {
      showFailure(response);
      return false;
    }
    dispatch(chatCleared(userId));
    dispatch(unreadMessagesCounted(response.unreadMessages));
    announceOnly(response.message);
    return true;
  };
}
