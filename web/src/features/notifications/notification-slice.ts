/** What the member is told: each notification once, newest first, and the exact counts of what is unread. */

import type { Notification } from '@afterhours/contract/notifications';
import { createEntityAdapter, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { userReceived } from '#features/account/auth-slice.ts';
import { type RootState, rootReducer, signedIn } from '#lib/store.ts';

const adapter = createEntityAdapter<Notification, string>({
  selectId: (notification) => notification._id,
  sortComparer: (a, b) => b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id),
});

const initialState = () => ({
  notifications: adapter.getInitialState(),
  total: 0,
  totalLatestCount: 0,
  cursor: null as string | null,
  status: 'idle' as 'idle' | 'loading' | 'ready' | 'failed',
  errorMessage: null as string | null,
});

type Page = { notifications: Notification[]; total: number; unread: number; cursor: string | null; fresh: boolean };

const notificationSlice = createSlice({
  name: 'notification',
  initialState,
  reducers: {
    notificationsAsked(state) {
      state.status = 'loading';
      state.errorMessage = null;
    },
    notificationsRead(state, { payload }: PayloadAction<Page>) {
      if (payload.fresh) adapter.setAll(state.notifications, payload.notifications);
      else adapter.upsertMany(state.notifications, payload.notifications);
      state.total = payload.total;
      state.totalLatestCount = payload.unread;
      state.cursor = payload.cursor;
      state.status = 'ready';
    },
    notificationsFailed(state, { payload }: PayloadAction<string>) {
      state.status = 'failed';
      state.errorMessage = payload;
    },
    notificationArrived(state, { payload }: PayloadAction<{ notification: Notification; unread: number }>) {
      if (!state.notifications.entities[payload.notification._id]) state.total += 1;
      adapter.setOne(state.notifications, payload.notification);
      state.totalLatestCount = payload.unread;
    },
    unreadCounted(state, { payload }: PayloadAction<number>) {
      state.totalLatestCount = payload;
    },
    /** Puts notifications as they are to be: changed, or back as they were. */
    notificationsPut(state, { payload }: PayloadAction<{ notifications: Notification[]; unread: number }>) {
      adapter.setMany(state.notifications, payload.notifications);
      state.totalLatestCount = payload.unread;
    },
    notificationTaken(state, { payload }: PayloadAction<string>) {
      const taken = state.notifications.entities[payload];
      if (!taken) return;
      if (!taken.read) state.totalLatestCount -= 1;
      state.total -= 1;
      adapter.removeOne(state.notifications, payload);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedIn, (state, { payload }) => {
        state.totalLatestCount = payload.user.unreadNotifications;
      })
      .addCase(userReceived, (state, { payload }) => {
        state.totalLatestCount = payload.unreadNotifications;
      }),
  selectors: {
    selectUnread: (state) => state.totalLatestCount,
    selectNotifications: (state) => state,
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    notification: ReturnType<typeof notificationSlice.getInitialState>;
  }
}

const injected = notificationSlice.injectInto(rootReducer);

export const {
  notificationsAsked,
  notificationsRead,
  notificationsFailed,
  notificationArrived,
  unreadCounted,
  notificationsPut,
  notificationTaken,
} = notificationSlice.actions;
export const { selectUnread, selectNotifications } = injected.selectors;
/** The whole slice, for commands; its initial state while nothing was injected. */
export const selectNotificationState = (state: RootState) => injected.selectSlice(state);
