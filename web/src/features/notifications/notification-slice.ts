/** The member's notifications, each once, newest first, with the exact number of unread ones. */
import type { NotificationGroup } from '@afterhours/contract/constants/notifications';
import type { Notification } from '@afterhours/contract/notifications/notifications';
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

/** The kind that the list is filtered by; null for all. */
export type ListKind = NotificationGroup | null;

const initialState = () => ({
  /** The kind that is listed. `notifications` may hold other kinds that have arrived live since. */
  kind: null as ListKind,
  notifications: adapter.getInitialState(),
  /** Deleted here but not yet on the server: Undo is still offered. */
  hidden: {} as Record<string, true>,
  /** Those that arrived live during the load under way, whose response may lack them. */
  arrived: [] as string[],
  /** Whether the list has to be loaded again: the account has another unread count, or the response may be too old. */
  outdated: false,
  /** Calls under way that mark notifications as read or delete them. */
  writes: 0,
  /** Whether there was such a call during the load under way, whose response may be older. */
  written: false,
  /** The server's unread count, which still includes the hidden ones. */
  totalLatestCount: 0,
  cursor: null as string | null,
  status: 'idle' as 'idle' | 'loading' | 'ready' | 'failed',
  errorMessage: null as string | null,
});

type State = ReturnType<typeof initialState>;

/** `notifications` are one page; those in `unread` may be older. */
type Page = {
  notifications: Notification[];
  unread: Notification[];
  totalLatestCount: number;
  cursor: string | null;
  fresh: boolean;
};

const olderThan = (one: Notification, last: Notification): boolean => newestFirst(one, last) > 0;

/** Merges a newly loaded first page; later pages are kept. */
function putFresh(state: State, { notifications, unread, cursor }: Page): void {
  const entries = adapter.getSelectors().selectAll(state.notifications);
  const merged = mergeFirstPage({ entries, cursor: state.cursor }, { entries: notifications, cursor }, olderThan);
  // Hidden ones may be of another kind than the one that is listed.
  const hidden = entries.filter(({ _id }) => state.kind && state.hidden[_id]);
  const kept = [...hidden, ...merged.entries, ...unread];
  // In one call: the objects that `setAll` stores are frozen and cannot be changed afterwards.
  adapter.setAll(state.notifications, Object.fromEntries(kept.map((one) => [one._id, one])));
  state.cursor = merged.cursor;
}

const notificationSlice = createSlice({
  name: 'notification',
  initialState,
  reducers: {
    notificationsRequested(state, { payload }: PayloadAction<ListKind>) {
      if (state.kind !== payload) {
        state.kind = payload;
        // Hidden ones are kept: deleting them on the server needs their data.
        adapter.removeMany(
          state.notifications,
          state.notifications.ids.filter((id) => !(id in state.hidden)),
        );
        state.cursor = null;
      }
      state.status = 'loading';
      state.errorMessage = null;
      state.arrived = [];
      state.outdated = false;
      state.written = state.writes > 0;
    },
    notificationsLoaded(state, { payload }: PayloadAction<Page>) {
      const arrived = state.arrived.flatMap((id) => state.notifications.entities[id] ?? []);
      if (payload.fresh) putFresh(state, payload);
      else {
        adapter.upsertMany(state.notifications, payload.notifications);
        state.cursor = payload.cursor;
      }
      adapter.setMany(state.notifications, arrived);
      if (payload.totalLatestCount === state.totalLatestCount) state.outdated = false;
      // A count that came during the load is newer than the response's.
      else if (arrived.length === 0 && !state.outdated) state.totalLatestCount = payload.totalLatestCount;
      if (state.written) state.outdated = true;
      state.status = 'ready';
    },
    notificationsFailed(state, { payload }: PayloadAction<string>) {
      state.status = 'failed';
      state.errorMessage = payload;
    },
    notificationArrived(state, { payload }: PayloadAction<{ notification: Notification; unread: number }>) {
      if (state.status === 'loading') state.arrived.push(payload.notification._id);
      adapter.setOne(state.notifications, payload.notification);
      state.totalLatestCount = payload.unread;
    },
    unreadCounted(state, { payload }: PayloadAction<number>) {
      state.totalLatestCount = payload;
      // They were read in another tab.
      if (payload === 0) for (const one of Object.values(state.notifications.entities)) one.read = true;
    },
    notificationWriteBegun(state) {
      state.writes += 1;
      state.written = true;
    },
    notificationWriteEnded(state) {
      state.writes -= 1;
      state.written = true;
    },
    /** Stores changed notifications, or their previous state after a rejected change. */
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
    /** Removes a notification that is being deleted on the server. */
    notificationTaken(state, { payload }: PayloadAction<string>) {
      delete state.hidden[payload];
      const taken = state.notifications.entities[payload];
      if (!taken) return;
      if (!taken.read) state.totalLatestCount -= 1;
      adapter.removeOne(state.notifications, payload);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedIn, (state, { payload }) => {
        state.totalLatestCount = payload.user.unreadNotifications;
      })
      .addCase(userReceived, (state, { payload }) => {
        if (state.status !== 'idle' && payload.unreadNotifications !== state.totalLatestCount) state.outdated = true;
        state.totalLatestCount = payload.unreadNotifications;
      }),
  selectors: {
    /** The exact number of unread notifications, without the hidden ones. */
    selectUnread: (state): number => {
      const hidden = Object.keys(state.hidden).filter((id) => state.notifications.entities[id]?.read === false);
      return Math.max(0, state.totalLatestCount - hidden.length);
    },
    selectNotifications: (state) => state,
    selectListOutdated: ({ status, outdated, writes }): boolean => status === 'ready' && outdated && writes === 0,
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    notification: ReturnType<typeof notificationSlice.getInitialState>;
  }
}

const injected = notificationSlice.injectInto(rootReducer);

export const {
  notificationsRequested,
  notificationsLoaded,
  notificationsFailed,
  notificationArrived,
  unreadCounted,
  notificationsPut,
  notificationHidden,
  notificationUnhidden,
  notificationTaken,
  notificationWriteBegun,
  notificationWriteEnded,
} = notificationSlice.actions;
export const { selectUnread, selectNotifications, selectListOutdated } = injected.selectors;
/** The state of the slice, for commands; the initial state while the slice is not injected. */
export const selectNotificationState = (state: RootState) => injected.selectSlice(state);
