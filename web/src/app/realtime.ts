/** What the server tells while the page is open. Loaded after sign-in only; counts come whole, so nothing can drift. */
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { endSession, loadOwnUser } from '#features/account/session-commands.ts';
import { listenToTies } from '#features/connections/connection-news.ts';
import { countNews } from '#features/feed/news-commands.ts';
import { readFollowersAgain } from '#features/follow/follow-commands.ts';
import { isInSight } from '#features/messages/open-chats.ts';
import { unreadMessagesCounted } from '#features/messages/unread-slice.ts';
import { loadNotifications } from '#features/notifications/notification-commands.ts';
import {
  notificationArrived,
  selectNotificationState,
  unreadCounted,
} from '#features/notifications/notification-slice.ts';
import { showNews } from '#lib/notify.ts';
import type { AppStore } from '#lib/store.ts';
import { watchMessages } from './watch-messages.ts';
import { watchPosts } from './watch-posts.ts';

const REFUSED_RETRY_MS = 30_000;

/** Connects with the token; answers how to disconnect. Reconnecting is the library's, reading again what was missed is ours. */
export function connectRealtime(store: AppStore, token: string): () => void {
  const { dispatch } = store;
  const socket: Socket<ServerEvents, ClientEvents> = io({
    auth: { token },
    transports: ['websocket', 'polling'],
  });
  let connectedBefore = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  socket.on('connect', () => {
    if (connectedBefore) {
      void dispatch(loadOwnUser());
      void dispatch(countNews());
      if (selectNotificationState(store.getState()).status === 'ready') void dispatch(loadNotifications(true));
    }
    connectedBefore = true;
  });
  // Refused, the library gives up: either the session is dead, which the call finds out, or the server was not ready.
  socket.on('connect_error', (error: Error & { data?: { status?: number } }) => {
    if (socket.active) return;
    const wait = error.data?.status === 401 ? 0 : REFUSED_RETRY_MS;
    retry = setTimeout(() => {
      void dispatch(loadOwnUser()).then((answer) => answer.ok && socket.connect());
    }, wait);
  });
  socket.on('notification', ({ notification, unread }) => {
    dispatch(notificationArrived({ notification, unread }));
    // Who looks at the chat sees it there.
    const seen = notification.type === 'message' && isInSight(notification.actor?._id ?? '');
    if (!seen) showNews(notification.content);
    if (notification.type === 'follow') void dispatch(readFollowersAgain());
  });
  socket.on('unread', ({ notifications, messages }) => {
    if (notifications !== undefined) dispatch(unreadCounted(notifications));
    if (messages !== undefined) dispatch(unreadMessagesCounted(messages));
  });
  socket.on('session:ended', () => dispatch(endSession('expired')));
  const stopWatching = watchPosts(socket, store);
  const stopTies = listenToTies(socket, store);
  const stopMessages = watchMessages(socket, store);
  return () => {
    clearTimeout(retry);
    stopWatching();
    stopTies();
    stopMessages();
    socket.disconnect();
  };
}
