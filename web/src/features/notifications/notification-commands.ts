/** Reading, marking and deleting notifications; marks show at once and are taken back if refused. */
import type {
  deleteNotification,
  listNotifications,
  Notification,
  setAllNotificationsRead,
  setNotificationRead,
} from '@afterhours/contract/notifications';
import { call } from '#lib/client.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import {
  notificationArrived,
  notificationsAsked,
  notificationsFailed,
  notificationsPut,
  notificationsRead,
  notificationTaken,
  selectNotificationState,
  unreadCounted,
} from './notification-slice.ts';

/** Reads the newest page (`fresh`) or the next one. */
export function loadNotifications(fresh: boolean): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { status, cursor } = selectNotificationState(getState());
    if (status === 'loading' || (!fresh && cursor === null)) return;
    dispatch(notificationsAsked());
    const query = { limit: '30', ...(fresh || cursor === null ? {} : { cursor }) };
    const answer = await call<typeof listNotifications>('GET', '/notification/', { query });
    if (!answer.ok) {
      dispatch(notificationsFailed(answer.message));
      return;
    }
    const { notifications, latestNotifications } = answer.body;
    const all = fresh ? [...latestNotifications, ...notifications] : notifications;
    const { total, totalLatestCount: unread, nextCursor } = answer;
    dispatch(notificationsRead({ notifications: all, total, unread, cursor: nextCursor, fresh }));
  };
}

/** Marks one as read. */
export function markRead(notification: Notification): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (notification.read) return;
    const unread = selectNotificationState(getState()).totalLatestCount;
    dispatch(notificationsPut({ notifications: [{ ...notification, read: true }], unread: Math.max(0, unread - 1) }));
    const answer = await call<typeof setNotificationRead>('PUT', '/notification/update/:id', {
      params: { id: notification._id },
    });
    if (answer.ok) dispatch(unreadCounted(answer.totalLatestCount));
    else if (answer.status !== 404) {
      dispatch(notificationsPut({ notifications: [notification], unread }));
      showError(answer.message);
    }
  };
}

/** Marks all as read. */
export function markAllRead(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { notifications, totalLatestCount } = selectNotificationState(getState());
    const before = Object.values(notifications.entities).filter((notification) => !notification.read);
    dispatch(notificationsPut({ notifications: before.map((one) => ({ ...one, read: true })), unread: 0 }));
    const answer = await call<typeof setAllNotificationsRead>('PUT', '/notification/update-all');
    if (answer.ok) dispatch(unreadCounted(answer.totalLatestCount));
    else {
      dispatch(notificationsPut({ notifications: before, unread: totalLatestCount }));
      showError(answer.message);
    }
  };
}

/** Deletes one. */
export function removeNotification(notification: Notification): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { totalLatestCount: unread } = selectNotificationState(getState());
    dispatch(notificationTaken(notification._id));
    const answer = await call<typeof deleteNotification>('DELETE', '/notification/delete/:id', {
      params: { id: notification._id },
    });
    if (answer.ok) {
      dispatch(unreadCounted(answer.totalLatestCount));
      showSuccess(answer.message);
    } else if (answer.status !== 404) {
      dispatch(notificationArrived({ notification, unread }));
      showError(answer.message);
    }
  };
}
