import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { selectOwnUser, selectToken } from '#features/account/auth-slice.ts';
import { unreadMessagesCounted } from '#features/messages/state/unread-slice.ts';
import { unreadCounted } from '#features/notifications/notification-slice.ts';
import { keepLoading } from '#lib/parts/load-part.ts';
import { type AppStore, useAppSelector } from '#lib/store.ts';

/** Holds the live connection while somebody is signed in. */
export function RealtimeBridge() {
  const store = useStore() as AppStore;
  const token = useAppSelector(selectToken);
  useEffect(() => {
    if (token === null) return undefined;
    // The slices of unread counts are loaded with this part, after the sign-in whose answer had the counts.
    const user = selectOwnUser(store.getState());
    if (user) {
      store.dispatch(unreadCounted(user.unreadNotifications));
      store.dispatch(unreadMessagesCounted(user.unreadMessages));
    }
    let disconnect: (() => void) | undefined;
    let left = false;
    // Without it everything works, but news wait until a list is loaded again.
    void keepLoading(() => import('./realtime.ts')).then(({ connectRealtime }) => {
      if (!left) disconnect = connectRealtime(store, token);
    });
    return () => {
      left = true;
      disconnect?.();
    };
  }, [store, token]);
  return null;
}
