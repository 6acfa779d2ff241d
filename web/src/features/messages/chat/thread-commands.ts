/** Commands that load the messages of a conversation, mark them as read, and delete own ones. */
import type { RouteResponse } from '@afterhours/contract/base/route';
import type { deleteMessage, listMessages, setMessagesRead } from '@afterhours/contract/messages/conversations';
import { call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { isTemporary } from '#lib/api/statuses.ts';
import { announceOnly } from '#lib/notify.ts';
import { isQueued, queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk } from '#lib/store.ts';
import {
  conversationGone,
  messageLost,
  messagesLoaded,
  olderFailed,
  olderLoaded,
  olderRequested,
  readUpTo,
  receiptReceived,
  selectMessageState,
  threadFailed,
  threadLoaded,
  threadRequested,
} from '../state/message-slice.ts';
import type { Thread } from '../state/message-state.ts';
import { unreadMessagesCounted } from '../state/unread-slice.ts';

const PAGE_SIZE = 30;
const CATCH_UP_SIZE = 100;
/** If more pages than this were missed, the newest page is loaded instead. */
const CATCH_UP_PAGES = 4;
/** If a chat has more unread messages than these pages hold, only the newest of them are loaded at first. */
const UNREAD_PAGES = 5;

type Where = { limit: number; cursor?: string; after?: number };

// Loading does not mark messages as read: only messages that the viewer has seen count as read.
const loadPage = (userId: string, { limit, cursor, after }: Where) =>
  call<typeof listMessages>('GET', '/messages', {
    query: {
      userId,
      limit: String(limit),
      read: 'false',
      ...(cursor === undefined ? {} : { cursor }),
      ...(after === undefined ? {} : { after: String(after) }),
    },
  });

type FirstPages = Pick<RouteResponse<typeof listMessages>, 'body' | 'nextCursor' | 'readSeq' | 'unreadMessages'>;

/** Loads the pages before the newest one, back to the first unread message, so that the chat can open there. */
function loadBackToUnread(userId: string, newest: FirstPages): AppThunk<Promise<FirstPages>> {
  return async (_dispatch, getState) => {
    const unread = selectMessageState(getState()).connections[userId]?.unreadCount ?? newest.unreadMessages;
    if (unread === 0) return newest;
    const pages = [newest.body];
    let cursor = newest.nextCursor;
    while (cursor !== null && pages.length <= UNREAD_PAGES && (pages[0]?.[0]?.seq ?? 0) > newest.readSeq + 1) {
      const older = await loadPage(userId, { limit: CATCH_UP_SIZE, cursor });
      if (!older.ok) break;
      pages.unshift(older.body);
      cursor = older.nextCursor;
    }
    return { ...newest, body: pages.flat(), nextCursor: cursor };
  };
}

/** Loads the newest page; when the chat is opened, also everything that is unread. */
export function loadThread(userId: string): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const isOpened = selectMessageState(getState()).messages[userId]?.status !== 'ready';
      dispatch(threadRequested(userId));
      const response = await loadPage(userId, { limit: PAGE_SIZE });
      if (!response.ok) {
        if (response.status === 404) dispatch(conversationGone(userId));
        else dispatch(threadFailed({ userId, message: response.message }));
        return;
      }
      const { otherReadSeq, otherDeliveredSeq, lastSeq } = response;
      const pages = isOpened ? await dispatch(loadBackToUnread(userId, response)) : response;
      dispatch(threadLoaded({ userId, messages: pages.body, cursor: pages.nextCursor, lastSeq }));
      dispatch(receiptReceived({ userId, otherReadSeq, otherDeliveredSeq }));
      // A message arrived after the server had read the page, and before the response did.
      const thread = selectMessageState(getState()).messages[userId];
      if (thread && thread.arrivedSeq > thread.lastSeq) await dispatch(catchUp(userId));
    },
    (message) => threadFailed({ userId, message }),
  );
}

/** Loads the page before the loaded messages. One load runs at a time. */
export function loadOlder(userId: string): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const loaded = selectMessageState(getState()).messages[userId];
      if (!loaded?.cursor || loaded.older === 'loading') return;
      const { cursor } = loaded;
      dispatch(olderRequested(userId));
      const response = await loadPage(userId, { limit: PAGE_SIZE, cursor });
      if (response.ok)
        dispatch(olderLoaded({ userId, messages: response.body, from: cursor, cursor: response.nextCursor }));
      else dispatch(olderFailed(userId));
    },
    () => olderFailed(userId),
  );
}

/** Loads the messages after the last loaded one. */
function loadNewer(userId: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    for (let page = 0; page < CATCH_UP_PAGES; page++) {
      const loaded = selectMessageState(getState()).messages[userId];
      if (loaded?.status !== 'ready') return;
      const response = await loadPage(userId, { limit: CATCH_UP_SIZE, after: loaded.lastSeq });
      if (!response.ok) return;
      dispatch(messagesLoaded({ userId, messages: response.body }));
      const { otherReadSeq, otherDeliveredSeq } = response;
      dispatch(receiptReceived({ userId, otherReadSeq, otherDeliveredSeq }));
      if (!response.more) return;
    }
    await dispatch(loadThread(userId));
  };
}

const catchUpAgain = new Set<string>();

/** Loads new messages. A call during a load makes it run once more afterwards. */
export function catchUp(userId: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const key = `catch up ${userId}`;
    if (isQueued(key)) {
      catchUpAgain.add(userId);
      return;
    }
    await queueSerially(key, async () => {
      do {
        catchUpAgain.delete(userId);
        await dispatch(loadNewer(userId));
      } while (catchUpAgain.has(userId));
    });
  };
}

const listDeleted = (thread: Thread | undefined): string[] =>
  thread?.items.filter(({ deleted }) => deleted).map(({ _id }) => _id) ?? [];

/**
 * Reloads the shown messages, because the URLs of their files have expired, or because some of them were deleted or
 * shown again.
 */
export function reloadMessages(userId: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const key = `again ${userId}`;
    if (isQueued(key)) return;
    await queueSerially(key, async () => {
      const loaded = selectMessageState(getState()).messages[userId];
      let from = (loaded?.items[0]?.seq ?? 0) - 1;
      const end = loaded?.lastSeq ?? 0;
      while (from >= 0 && from < end) {
        const deletedBefore = listDeleted(selectMessageState(getState()).messages[userId]);
        const response = await loadPage(userId, { limit: CATCH_UP_SIZE, after: from });
        if (!response.ok) return;
        dispatch(messagesLoaded({ userId, messages: response.body, deletedBefore }));
        if (!response.more) return;
        from = response.body.at(-1)?.seq ?? end;
      }
    });
  };
}

/** Read markers that did not reach the server; they are sent again once it is reachable. */
const unsentReadMarkers = new Map<string, number>();

/** Returns how many loaded messages of the other member come after `seq`. */
const unreadAfter = (thread: Thread | undefined, userId: string, seq: number): number =>
  thread?.items.filter((message) => message.sender_id === userId && message.seq > seq && !message.deleted).length ?? 0;

/** Marks a conversation as read up to a message that was seen; later messages stay unread. */
export function markReadUpTo(userId: string, seq: number): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { connections, messages } = selectMessageState(getState());
    const conversation = connections[userId];
    if (!conversation?.uniquekey) return;
    const unread = unreadAfter(messages[userId], userId, seq);
    const settled = conversation.readSeq >= seq && (conversation.unreadCount === 0 || unread > 0);
    if (settled && !unsentReadMarkers.has(userId)) return;
    dispatch(readUpTo({ userId, seq, unread }));
    const response = await call<typeof setMessagesRead>('PUT', '/messages/read', { body: { user_id: userId, seq } });
    if (response.ok) {
      unsentReadMarkers.delete(userId);
      dispatch(readUpTo({ userId, seq: response.body.readSeq, unread: response.body.unreadCount }));
      dispatch(unreadMessagesCounted(response.unreadMessages));
    } else if (isTemporary(response.status)) unsentReadMarkers.set(userId, seq);
  };
}

/**
 * Marks messages that came into view as read; does nothing if none of them is unread, or if there may be more unread
 * ones above the loaded messages, which would count as read, too.
 */
export function markShown(userId: string, seq: number): AppThunk {
  return (dispatch, getState) => {
    const { connections, messages } = selectMessageState(getState());
    const { unreadCount = 0, readSeq = 0 } = connections[userId] ?? {};
    const { cursor, items } = messages[userId] ?? { cursor: null, items: [] };
    const hasMoreAbove = cursor !== null && (items[0]?.seq ?? 0) > readSeq + 1;
    if (unreadCount > 0 && seq > readSeq && !hasMoreAbove) void dispatch(markReadUpTo(userId, seq));
  };
}

/** Sends the read markers that were set while the server was unreachable. */
export function sendUnsentReadMarkers(): AppThunk {
  return (dispatch) => {
    for (const [userId, seq] of unsentReadMarkers) void dispatch(markReadUpTo(userId, seq));
  };
}

/** Drops the read markers of a member who has signed out. */
export const forgetUnsentReadMarkers = (): void => unsentReadMarkers.clear();

/** Deletes the viewer's own message for both members. */
export function deleteOwnMessage(messageId: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const response = await call<typeof deleteMessage>('DELETE', '/messages/delete/:id', { params: { id: messageId } });
    if (!response.ok) {
      showFailure(response);
      return;
    }
    dispatch(messageLost(response.body));
    announceOnly(response.message);
  };
}
