/**
 * Commands that load, mark and delete notifications. Marks are shown at once and rolled back if the server rejects
 * them.
 */
import type {
  deleteNotification,
  listNotifications,
  Notification,
  setAllNotificationsRead,
  setNotificationRead,
} from '@afterhours/contract/notifications/notifications';
import { call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import type { AppThunk } from '#lib/store.ts';
import { showUndoToast } from '#ui/toasts/undo-toast.tsx';
import {
  type ListKind,
  notificationArrived,
  notificationHidden,
  notificationsFailed,
  notificationsLoaded,
  notificationsPut,
  notificationsRequested,
  notificationTaken,
  notificationUnhidden,
  notificationWriteBegun,
  notificationWriteEnded,
  selectNotificationState,
  unreadCounted,
} from './notification-slice.ts';

/** Loads the newest page (`fresh`) or the next one. If the kind differs from the last one, the list starts over. */
export function loadNotifications(fresh: boolean, wanted?: ListKind): AppThunk<Promise<void>> {
  return endAsFailed(async (dispatch, getState) => {
    const { status, cursor, kind: listed } = selectNotificationState(getState());
    const kind = wanted === undefined ? listed : wanted;
    if (kind === listed && (status === 'loading' || (!fresh && cursor === null))) return;
    dispatch(notificationsRequested(kind));
    const query = { limit: '30', ...(kind && { kind }), ...(fresh || cursor === null ? {} : { cursor }) };
    const response = await call<typeof listNotifications>('GET', '/notification/', { query });
    // Another kind was chosen during the load.
    if (selectNotificationState(getState()).kind !== kind) return;
    if (!response.ok) {
      dispatch(notificationsFailed(response.message));
      return;
    }
    const { notifications, latestNotifications: unread } = response.body;
    const { totalLatestCount, nextCursor } = response;
    dispatch(notificationsLoaded({ notifications, unread, totalLatestCount, cursor: nextCursor, fresh }));
  }, notificationsFailed);
}

/**
 * Applies an unread count that arrived live. If it is lower than the count here, some notifications were read or
 * retracted elsewhere, and the list is reloaded.
 */
export function receiveUnread(unread: number): AppThunk {
  return (dispatch, getState) => {
    const { status, totalLatestCount } = selectNotificationState(getState());
    dispatch(unreadCounted(unread));
    if (status === 'ready' && unread < totalLatestCount) void dispatch(loadNotifications(true));
  };
}

/** Runs a call that marks or deletes notifications. A list that is requested before its end may lack its effect. */
function write<Response>(send: () => Promise<Response>): AppThunk<Promise<Response>> {
  return async (dispatch) => {
    dispatch(notificationWriteBegun());
    const response = await send();
    dispatch(notificationWriteEnded());
    return response;
  };
}

/** Marks a notification as read. */
export function markRead(notification: Notification): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (notification.read) return;
    const unread = selectNotificationState(getState()).totalLatestCount;
    dispatch(notificationsPut({ notifications: [{ ...notification, read: true }], unread: Math.max(0, unread - 1) }));
    const options = { params: { id: notification._id } };
    const response = await dispatch(
      write(() => call<typeof setNotificationRead>('PUT', '/notification/update/:id', options)),
    );
    if (response.ok) dispatch(unreadCounted(response.totalLatestCount));
    else if (response.status !== 404) {
      dispatch(notificationsPut({ notifications: [notification], unread }));
      showFailure(response);
    }
  };
}

/** Marks all notifications as read. */
export function markAllRead(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { notifications, totalLatestCount } = selectNotificationState(getState());
    const before = Object.values(notifications.entities).filter((notification) => !notification.read);
    dispatch(notificationsPut({ notifications: before.map((one) => ({ ...one, read: true })), unread: 0 }));
    const response = await dispatch(
      write(() => call<typeof setAllNotificationsRead>('PUT', '/notification/update-all')),
    );
    if (response.ok) dispatch(unreadCounted(response.totalLatestCount));
    else {
      dispatch(notificationsPut({ notifications: before, unread: totalLatestCount }));
      showFailure(response);
    }
  };
}

/** Deletes a hidden notification on the server; if that fails, it is shown again. */
function deleteHidden(id: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { notifications, hidden } = selectNotificationState(getState());
    const notification = notifications.entities[id];
    if (!notification || !(id in hidden)) return;
    dispatch(notificationTaken(id));
    const options = { params: { id } };
    const response = await dispatch(
      write(() => call<typeof deleteNotification>('DELETE', '/notification/delete/:id', options)),
    );
    if (response.ok) dispatch(unreadCounted(response.totalLatestCount));
    else if (response.status !== 404) {
      const unread = selectNotificationState(getState()).totalLatestCount + Number(!notification.read);
      dispatch(notificationArrived({ notification, unread }));
      showFailure(response);
    }
  };
}

/** Hides a notification. Deletes it once Undo is no longer offered, or when the page is left. */
export function removeNotification({ _id: id }: Notification, deleted: string): AppThunk {
  return (dispatch) => {
    dispatch(notificationHidden(id));
    const leaving = new AbortController();
    const finish = () => {
      leaving.abort();
      void dispatch(deleteHidden(id));
    };
    const onUndo = () => {
      leaving.abort();
      dispatch(notificationUnhidden(id));
    };
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && finish(), leaving);
    showUndoToast({ message: deleted, onUndo, onEnd: finish });
  };
}
