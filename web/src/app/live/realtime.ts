/**
 * Handles the server's events while the page is open; loaded only after sign-in. Events carry exact counts, so nothing
 * can drift.
 */
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { endSession, loadOwnUser, receiveOwnUser } from '#features/account/session-commands.ts';
import { reloadApplications } from '#features/applications/own/application-changes.ts';
import { reloadReceived } from '#features/applications/received/received-changes.ts';
import { reloadNetwork } from '#features/connections/connection-commands.ts';
import { listenToRelationships } from '#features/connections/relationship-events.ts';
import { reloadFollowers } from '#features/follow/follow-commands.ts';
import { listenToFollows } from '#features/follow/follow-events.ts';
import { keepInstalledApp } from '#features/installed-app/later.ts';
import { isChatVisible, isRowInSight } from '#features/messages/state/open-chats.ts';
import { unreadMessagesCounted } from '#features/messages/state/unread-slice.ts';
import { reloadCases } from '#features/moderation/cases/case-changes.ts';
import { listenToHidden } from '#features/moderation/hidden-content.ts';
import { reloadRequests } from '#features/moderation/requests/request-changes.ts';
import { announce } from '#features/notifications/announce.tsx';
import { receiveUnread } from '#features/notifications/notification-commands.ts';
import { notificationArrived } from '#features/notifications/notification-slice.ts';
import { reloadPayouts } from '#features/payments/earnings/payout-changes.ts';
import { reloadHosted, reloadSeats } from '#features/payments/seats/seat-changes.ts';
import { reloadScheduled } from '#features/posts/scheduled/scheduled-changes.ts';
import { reloadSavedSearches } from '#features/saved-searches/saved-search-changes.ts';
import { reloadBlocked } from '#features/settings/block-changes.ts';
import { reloadSessions } from '#features/settings/session-changes.ts';
import { showLook } from '#lib/browser/site-look.ts';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import type { AppStore } from '#lib/store.ts';
import { keepPlacesOnLeave } from './keep-places.ts';
import { pollWhileUnreliable } from './poll-while-unreliable.ts';
import { reloadCounts, reloadLists, reloadOnConnect } from './reload-on-connect.ts';
import { reloadChats, watchMessages } from './watch-messages.ts';
import { reloadPosts, watchPosts } from './watch-posts.ts';

const REFUSED_RETRY_MS = 30_000;
/** A server that stops closes its sockets while others run: clients reconnect soon, but spread over some time. */
const RECONNECT_MS = 500;

/** Listens for what the member has read or changed in other tabs, and for the end of the session. */
function listenToAccount(socket: Socket<ServerEvents, ClientEvents>, { dispatch }: AppStore): void {
  socket.on('unread', ({ notifications, messages }) => {
    if (notifications !== undefined) dispatch(receiveUnread(notifications));
    if (messages !== undefined) dispatch(unreadMessagesCounted(messages));
  });
  socket.on('ownProfile', ({ user }) => {
    dispatch(receiveOwnUser(user));
    reloadSessions();
  });
  socket.on('ownContent', async (change) => {
    const { receiveOwnContent } = await loadWithRetries(() => import('#features/profile/own-content.ts'));
    void dispatch(receiveOwnContent(change));
  });
  socket.on('mutes', async () => {
    const { reloadMutes } = await loadWithRetries(() => import('#features/mutes/mute-commands.ts'));
    dispatch(reloadMutes());
  });
  socket.on('blocks', () => reloadBlocked());
  socket.on('savedSearches', () => reloadSavedSearches());
  socket.on('seats', () => reloadSeats());
  socket.on('webinarSeats', () => reloadHosted());
  socket.on('scheduledPosts', () => reloadScheduled());
  socket.on('applications', (about) => reloadApplications(about));
  socket.on('jobApplications', (about) => reloadReceived(about));
  socket.on('cases', ({ case_ids }) => reloadCases(case_ids.length > 0 ? case_ids : undefined));
  socket.on('joinRequests', () => reloadRequests());
  socket.on('payouts', () => reloadPayouts());
  socket.on('sessions', () => reloadSessions());
  socket.on('community', (look) => void showLook(look));
  socket.on('session:limited', () => void dispatch(loadOwnUser()));
  socket.on('session:ended', () => dispatch(endSession('expired')));
}

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
  listenToAccount(socket, store);
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
