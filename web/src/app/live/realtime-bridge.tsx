import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { selectOwnUser, selectToken } from '#features/account/auth-slice.ts';
import { unreadMessagesCounted } from '#features/messages/state/unread-slice.ts';
import { unreadCounted } from '#features/notifications/notification-slice.ts';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import { type AppStore, useAppSelector } from '#lib/store.ts';

/** Keeps the live connection open while a member is signed in. */
export function RealtimeBridge() {
  const store = useStore() as AppStore;
  const token = useAppSelector(selectToken);
  useEffect(() => {
    if (token === null) return undefined;
    // The slices with the unread counts are loaded with this module, so they missed the sign-in response with the
    // counts.
    const user = selectOwnUser(store.getState());
    if (user) {
      store.dispatch(unreadCounted(user.unreadNotifications));
      store.dispatch(unreadMessagesCounted(user.unreadMessages));
    }
    let disconnect: (() => void) | undefined;
    let cancelled = false;
    // Without the connection everything works, but changes appear only when a list is reloaded.
    void loadWithRetries(() => import('./realtime.ts')).then(({ connectRealtime }) => {
      if (!cancelled) disconnect = connectRealtime(store, token);
    });
    return () => {
      cancelled = true;
      disconnect?.();
    };
  }, [store, token]);
  return null;
}
