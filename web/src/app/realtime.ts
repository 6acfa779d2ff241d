/** What the server tells while the page is open. Loaded after sign-in only; counts come whole, so nothing can drift. */
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { endSession, loadOwnUser } from '#features/account/session-commands.ts';
import { readNetworkAgain } from '#features/connections/connection-commands.ts';
import { listenToRelationships } from '#features/connections/connection-news.ts';
import { countNews } from '#features/feed/news-commands.ts';
import { readFollowersAgain } from '#features/follow/follow-commands.ts';
import { listenToFollows } from '#features/follow/follow-news.ts';
import { isInSight } from '#features/messages/state/open-chats.ts';
import { unreadMessagesCounted } from '#features/messages/state/unread-slice.ts';
import { announce } from '#features/notifications/announce.ts';
import { hearUnread, loadNotifications } from '#features/notifications/notification-commands.ts';
import { notificationArrived, selectNotificationState } from '#features/notifications/notification-slice.ts';
import { createMissedNews } from '#lib/browser/missed-news.ts';
import type { AppStore } from '#lib/store.ts';
import { keepCurrent } from './keep-current.ts';
import { reloadChats, watchMessages } from './watch-messages.ts';
import { readPostsAgain, watchPosts } from './watch-posts.ts';

const REFUSED_RETRY_MS = 30_000;
/** A server that sends its windows away has another beside it: back soon, but not all at the same moment. */
const RECONNECT_MS = 500;

/** Reads again what may have changed unheard, as far as it is shown. */
function readCountsAgain(store: AppStore): void {
  const { dispatch } = store;
  void dispatch(loadOwnUser());
  void dispatch(countNews());
  if (selectNotificationState(store.getState()).status === 'ready') void dispatch(loadNotifications(true));
}

/** Connects with the token; answers how to disconnect. Reconnecting is the library's, reading again what was missed is ours. */
export function connectRealtime(store: AppStore, token: string): () => void {
  const { dispatch } = store;
  const socket: Socket<ServerEvents, ClientEvents> = io({
    auth: { token },
    // Only this one: it needs no balancer that sends one window's calls to one server. While it cannot be had, the
    // window reads again from time to time (`keep-current.ts`).
    transports: ['websocket'],
    reconnectionDelay: RECONNECT_MS,
  });
  const missedNews = createMissedNews();
  let retry: ReturnType<typeof setTimeout> | undefined;

  socket.on('connect', () => {
    if (missedNews()) readCountsAgain(store);
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
    if (!seen) announce(notification);
    if (notification.type === 'follow') void dispatch(readFollowersAgain());
  });
  socket.on('unread', ({ notifications, messages }) => {
    if (notifications !== undefined) dispatch(hearUnread(notifications));
    if (messages !== undefined) dispatch(unreadMessagesCounted(messages));
  });
  socket.on('session:ended', () => dispatch(endSession('expired')));
  const stopWatching = watchPosts(socket, store);
  const stopRelationships = listenToRelationships(socket, store);
  const stopFollows = listenToFollows(socket, store);
  const stopMessages = watchMessages(socket, store);
  const stopKeeping = keepCurrent(socket, () => {
    readCountsAgain(store);
    readPostsAgain(store);
    reloadChats(store);
    dispatch(readNetworkAgain());
  });
  return () => {
    stopKeeping();
    clearTimeout(retry);
    stopWatching();
    stopRelationships();
    stopFollows();
    stopMessages();
    socket.disconnect();
  };
}
