/** What the member is told: each notification once, newest first, and the exact counts of what is unread. */

import type { Notification } from '@afterhours/contract/notifications';
import { createEntityAdapter, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { userReceived } from '#features/account/auth-slice.ts';
import { mergeFirstPage } from '#lib/lists/merge-first-page.ts';
import { type RootState, rootReducer, signedIn } from '#lib/store.ts';

/** Newest first. */
const newestFirst = (one: Notification, other: Notification): number =>
  other.createdAt.localeCompare(one.createdAt) || other._id.localeCompare(one._id);

const adapter = createEntityAdapter<Notification, string>({
  selectId: (notification) => notification._id,
  sortComparer: newestFirst,
});

const initialState = () => ({
  notifications: adapter.getInitialState(),
  /** Deleted here and not yet at the server: for a moment they can be had back. */
  hidden: {} as Record<string, true>,
  total: 0,
  /** As the server counts: with those that are hidden here. */
  totalLatestCount: 0,
  cursor: null as string | null,
  status: 'idle' as 'idle' | 'loading' | 'ready' | 'failed',
  errorMessage: null as string | null,
});

type State = ReturnType<typeof initialState>;

/** `notifications` are a page; `unread` ones may be older. */
type Page = {
  notifications: Notification[];
  unread: Notification[];
  total: number;
  totalLatestCount: number;
  cursor: string | null;
  fresh: boolean;
};

const olderThan = (one: Notification, last: Notification): boolean => newestFirst(one, last) > 0;

/** The newest page read again: what was read further below it stays. */
function putFresh(state: State, { notifications, unread, cursor }: Page): void {
  const entries = adapter.getSelectors().selectAll(state.notifications);
  const merged = mergeFirstPage({ entries, cursor: state.cursor }, { entries: notifications, cursor }, olderThan);
  // All in one: what `setAll` puts back is frozen, and cannot be written into afterwards.
  adapter.setAll(state.notifications, Object.fromEntries([...merged.entries, ...unread].map((one) => [one._id, one])));
  state.cursor = merged.cursor;
}

const notificationSlice = createSlice({
  name: 'notification',
  initialState,
  reducers: {
    notificationsAsked(state) {
      state.status = 'loading';
      state.errorMessage = null;
    },
    notificationsRead(state, { payload }: PayloadAction<Page>) {
      if (payload.fresh) putFresh(state, payload);
      else {
        adapter.upsertMany(state.notifications, payload.notifications);
        state.cursor = payload.cursor;
      }
      state.total = payload.total;
      state.totalLatestCount = payload.totalLatestCount;
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
      // Read in another window, too.
      if (payload === 0) for (const one of Object.values(state.notifications.entities)) one.read = true;
    },
    /** Puts notifications as they are to be: changed, or back as they were. */
    notificationsPut(state, { payload }: PayloadAction<{ notifications: Notification[]; unread: number }>) {
      adapter.setMany(state.notifications, payload.notifications);
      state.totalLatestCount = payload.unread;
    },
    notificationHidden(state, { payload }: PayloadAction<string>) {
      state.hidden[payload] = true;
    },
    notificationUnhidden(state, { payload }: PayloadAction<string>) {
      delete state.hidden[payload];
    },
    /** On its way to being deleted at the server. */
    notificationTaken(state, { payload }: PayloadAction<string>) {
      delete state.hidden[payload];
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
    /** Exact for what is shown: without those that are hidden. */
    selectUnread: (state): number => {
      const hidden = Object.keys(state.hidden).filter((id) => state.notifications.entities[id]?.read === false);
      return Math.max(0, state.totalLatestCount - hidden.length);
    },
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
  notificationHidden,
  notificationUnhidden,
  notificationTaken,
} = notificationSlice.actions;
export const { selectUnread, selectNotifications } = injected.selectors;
/** The whole slice, for commands; its initial state while nothing was injected. */
export const selectNotificationState = (state: RootState) => injected.selectSlice(state);
