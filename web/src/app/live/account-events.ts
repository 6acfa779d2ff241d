import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { loadOwnUser, receiveOwnUser } from '#features/account/session-commands.ts';
import { reloadApplications } from '#features/applications/own/application-changes.ts';
import { reloadReceived } from '#features/applications/received/received-changes.ts';
import { unreadMessagesCounted } from '#features/messages/state/unread-slice.ts';
import { reloadCases } from '#features/moderation/cases/case-changes.ts';
import { reloadRequests } from '#features/moderation/requests/request-changes.ts';
import { receiveUnread } from '#features/notifications/notification-commands.ts';
import { reloadPayouts } from '#features/payments/earnings/payout-changes.ts';
import { reloadHosted, reloadSeats } from '#features/payments/seats/seat-changes.ts';
import { reloadScheduled } from '#features/posts/scheduled/scheduled-changes.ts';
import { reloadSavedSearches } from '#features/saved-searches/saved-search-changes.ts';
import { reloadBlocked } from '#features/settings/block-changes.ts';
import { reloadSessions } from '#features/settings/session-changes.ts';
import { reportDeadToken } from '#lib/api/client.ts';
import { showLook } from '#lib/browser/site-look.ts';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import type { AppStore } from '#lib/store.ts';

/** Listens for what the member has read or changed in other tabs, and for the end of the session with this token. */
export function listenToAccount(
  socket: Socket<ServerEvents, ClientEvents>,
  { dispatch }: AppStore,
  token: string,
): void {
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
  socket.on('session:ended', () => reportDeadToken(token));
}
