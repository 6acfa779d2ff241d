/**
 * Handles the server's events while the page is open; loaded only after sign-in. Events carry exact counts, so nothing
 * can drift.
 */
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { reloadApplications } from '#features/applications/own/application-changes.ts';
import { reloadNetwork } from '#features/connections/connection-commands.ts';
import { listenToRelationships } from '#features/connections/relationship-events.ts';
import { reloadFollowers } from '#features/follow/follow-commands.ts';
import { listenToFollows } from '#features/follow/follow-events.ts';
import { keepInstalledApp } from '#features/installed-app/later.ts';
import { isChatVisible, isRowInSight } from '#features/messages/state/open-chats.ts';
import { listenToHidden } from '#features/moderation/hidden-content.ts';
import { announce } from '#features/notifications/announce.tsx';
import { notificationArrived } from '#features/notifications/notification-slice.ts';
import { reloadHosted, reloadSeats } from '#features/payments/seats/seat-changes.ts';
import type { AppStore } from '#lib/store.ts';
import { listenToAccount } from './account-events.ts';
import { keepPlacesOnLeave } from './keep-places.ts';
import { pollWhileUnreliable } from './poll-while-unreliable.ts';
import { reloadCounts, reloadLists, reloadOnConnect } from './reload-on-connect.ts';
import { reloadChats, watchMessages } from './watch-messages.ts';
import { reloadPosts, watchPosts } from './watch-posts.ts';

const REFUSED_RETRY_MS = 30_000;
/** A server that stops closes its sockets while others run: clients reconnect soon, but spread over some time. */
const RECONNECT_MS = 500;

/** Reports whether this tab is visible: notifications that it shows are not sent to the member's devices. */
function reportVisibility(socket: Socket<ServerEvents, ClientEvents>): () => void {
  // Dropped while the socket is down; the next connect reports it again.
  const report = () => socket.volatile.emit('visibility', { visible: !document.hidden });
  socket.on('connect', report);
  document.addEventListener('visibilitychange', report);
  return () => document.removeEventListener('visibilitychange', report);
}

/**
 * Connects with the token. Returns a function that disconnects. The library reconnects by itself, and the listeners
 * then load what they have missed.
 */
export function connectRealtime(store: AppStore, token: string): () => void {
  const { dispatch } = store;
  const socket: Socket<ServerEvents, ClientEvents> = io({
    auth: { token },
    // Long polling would require a load balancer that sends all requests of a tab to the same server. While no
    // WebSocket can be opened, the tab reloads from time to time (`poll-while-unreliable.ts`).
    transports: ['websocket'],
    reconnectionDelay: RECONNECT_MS,
  });
  let retry: ReturnType<typeof setTimeout> | undefined;

  reloadOnConnect(socket, store);
  // The library gives up when a connection is refused. Either the session has ended, which the call below detects, or
  // the server was not ready.
  socket.on('connect_error', (error: Error & { data?: { status?: number } }) => {
    if (socket.active) return;
    const wait = error.data?.status === 401 ? 0 : REFUSED_RETRY_MS;
    retry = setTimeout(() => {
      void dispatch(loadOwnUser()).then((response) => response.ok && socket.connect());
    }, wait);
  });
  socket.on('notification', ({ notification, unread }) => {
    dispatch(notificationArrived({ notification, unread }));
    const sender = notification.type === 'message' ? (notification.actor?._id ?? '') : '';
    // A member who has the chat open sees the message there.
    if (!isChatVisible(sender)) dispatch(announce(notification, isRowInSight(sender)));
    if (notification.type === 'event') {
      reloadSeats();
      reloadApplications();
      if (notification.kind === 'payoutRecorded' || notification.kind === 'payoutCanceled') reloadHosted();
    }
    if (notification.type === 'follow') void dispatch(reloadFollowers());
  });
  listenToAccount(socket, store, token);
  const stopReporting = reportVisibility(socket);
  const stopWatching = watchPosts(socket, store);
  const stopRelationships = listenToRelationships(socket, store);
  const stopFollows = listenToFollows(socket, store);
  const stopHidden = listenToHidden(socket, store);
  const stopMessages = watchMessages(socket, store);
  const stopPolling = pollWhileUnreliable(socket, () => {
    reloadCounts(store);
    reloadPosts(store);
    reloadChats(store);
    dispatch(reloadNetwork());
    reloadLists();
  });
  const stopApp = keepInstalledApp(store);
  // Here, because this module is loaded for members only, after the page.
  const stopKeeping = keepPlacesOnLeave();
  return () => {
    stopApp();
    stopKeeping();
    stopPolling();
    clearTimeout(retry);
    stopReporting();
    stopWatching();
    stopRelationships();
    stopFollows();
    stopHidden();
    stopMessages();
    socket.disconnect();
  };
}
