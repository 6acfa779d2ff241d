/** Reloads what may have changed while the socket was down, or before it was first connected. */
import type { getCommunity } from '@afterhours/contract/community/community';
import type { Socket } from 'socket.io-client';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { reloadApplications } from '#features/applications/own/application-changes.ts';
import { reloadReceived } from '#features/applications/received/received-changes.ts';
import { recountNewPosts } from '#features/feed/new-posts-commands.ts';
import { reloadCases } from '#features/moderation/cases/case-changes.ts';
import { reloadRequests } from '#features/moderation/requests/request-changes.ts';
import { loadNotifications } from '#features/notifications/notification-commands.ts';
import { selectNotificationState } from '#features/notifications/notification-slice.ts';
import { reloadPayouts } from '#features/payments/earnings/payout-changes.ts';
import { reloadHosted, reloadSeats } from '#features/payments/seats/seat-changes.ts';
import { reloadScheduled } from '#features/posts/scheduled/scheduled-changes.ts';
import { reloadMember } from '#features/profile/member-changes.ts';
import { reloadSavedSearches } from '#features/saved-searches/saved-search-changes.ts';
import { reloadBlocked } from '#features/settings/block-changes.ts';
import { reloadSessions } from '#features/settings/session-changes.ts';
import { call } from '#lib/api/client.ts';
import { createMissedEvents } from '#lib/browser/missed-events.ts';
import { showLook } from '#lib/browser/site-look.ts';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import type { AppStore } from '#lib/store.ts';

/** Reloads the community's name and look, which its owners may have changed. */
async function reloadSiteLook(): Promise<void> {
  const response = await call<typeof getCommunity>('GET', '/community', { public: true });
  if (response.ok) await showLook(response.body);
}

/** Reloads the lists on the current page that change live. */
function reloadShownLists(): void {
  reloadSeats();
  reloadHosted();
  reloadApplications();
  reloadReceived();
  reloadCases();
  reloadRequests();
  reloadPayouts();
  reloadScheduled();
  reloadSessions();
  reloadBlocked();
  reloadSavedSearches();
}

/** Reloads lists, the member whose profile is shown, and the community's look. */
export function reloadLists(): void {
  reloadShownLists();
  reloadMember();
  void reloadSiteLook();
}

/** Reloads counts and shown notifications. */
export function reloadCounts(store: AppStore): void {
  const { dispatch } = store;
  void dispatch(loadOwnUser());
  void dispatch(recountNewPosts());
  if (selectNotificationState(store.getState()).status === 'ready') void dispatch(loadNotifications(true));
}

/** Reloads the own profile if this tab has shown any profile. */
async function reloadOwnProfile(store: AppStore): Promise<void> {
  if (store.getState().profile === undefined) return;
  const { reloadOwnContent } = await loadWithRetries(() => import('#features/profile/own-content.ts'));
  await store.dispatch(reloadOwnContent());
}

/**
 * Reloads at each connection. The first one reloads only counts and lists that can change within moments, because the
 * page has just loaded everything, unless the connection took long.
 */
export function reloadOnConnect(socket: Pick<Socket, 'on'>, store: AppStore): void {
  const missedEvents = createMissedEvents();
  socket.on('connect', () => {
    if (!missedEvents()) {
      void store.dispatch(loadOwnUser());
      reloadShownLists();
      return;
    }
    reloadCounts(store);
    reloadLists();
    void reloadOwnProfile(store);
  });
}
