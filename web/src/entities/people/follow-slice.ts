/**
 * The members whom the viewer follows, stored once for every button on every screen, and the lists of followers and
 * followings as ids.
 * A follow is shown at once; the server's state stays under `undo` until the response arrives, null if it is unknown.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';
import { type Changes, hasChangedSince, noChanges, noteChange } from '../changes.ts';
import { memberHidden } from './user-slice.ts';

export type FollowListName = 'followers' | 'followings';

type FollowList = {
  ids: string[];
  cursor: string | null;
  /** The exact count from the server; 0 until it is loaded. */
  total: number;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  message: string;
};

const emptyList = (): FollowList => ({ ids: [], cursor: null, total: 0, status: 'idle', message: '' });

type FollowState = Changes &
  Record<FollowListName, FollowList> & {
    following: Record<string, boolean>;
    /** All followings are loaded, so a member who is not in `following` is not followed. */
    complete: boolean;
    undo: Record<string, boolean | null>;
    /** Events received while a response was pending. */
    deferred: Record<string, boolean>;
    /** The server's follower count of each member whom the viewer has followed or unfollowed. */
    followersCount: Record<string, number>;
  };

const initialState = (): FollowState => ({
  followers: emptyList(),
  followings: emptyList(),
  following: {},
  complete: false,
  undo: {},
  deferred: {},
  followersCount: {},
  ...noChanges(),
});

type Settled = { userId: string; following: boolean | null; followersCount?: number; last: boolean };
type Page = { list: FollowListName; ids: string[]; cursor: string | null; total: number; fresh: boolean };

/** Updates the followings like the server. Unfollowed members keep their row until the viewer leaves the list. */
function moveFollowing(list: FollowList, userId: string, following: boolean): void {
  if (list.status === 'idle') return;
  list.total += following ? 1 : -1;
  if (following && !list.ids.includes(userId)) list.ids.unshift(userId);
}

/**
 * Puts a reloaded first page above the members below it, which stay, with the cursor that follows them, so that nothing
 * jumps for somebody who has scrolled further.
 */
function mergeFirst(before: FollowList, ids: string[], cursor: string | null): Pick<FollowList, 'ids' | 'cursor'> {
  const last = before.ids.indexOf(ids.at(-1) ?? '');
  const below = cursor === null || last < 0 ? [] : before.ids.slice(last + 1).filter((id) => !ids.includes(id));
  return below.length === 0 ? { ids, cursor } : { ids: [...ids, ...below], cursor: before.cursor };
}

/** Returns undefined until it is loaded. */
const findFollowing = ({ following, complete }: FollowState, userId: string): boolean | undefined =>
  following[userId] ?? (complete ? false : undefined);

/** Shows the server's state. For members who are not loaded here the lists stay unchanged and must be reloaded. */
function showServerState(state: FollowState, userId: string, following: boolean): void {
  const before = findFollowing(state, userId);
  if (before === following) return;
  if (before !== undefined) moveFollowing(state.followings, userId, following);
  state.following[userId] = following;
  noteChange(state, userId);
}

const followSlice = createSlice({
  name: 'follow',
  initialState,
  reducers: {
    /**
     * The followings in a response that was requested at `version`. Members whom the viewer has followed or unfollowed
     * since keep what is shown.
     */
    followsReceived(state, { payload }: PayloadAction<{ following: Record<string, boolean>; version: number }>) {
      for (const [id, following] of Object.entries(payload.following)) {
        if (!(id in state.undo) && !hasChangedSince(state, id, payload.version)) state.following[id] = following;
      }
    },
    followWanted(state, { payload }: PayloadAction<{ userId: string; following: boolean }>) {
      const { userId, following } = payload;
      if (!(userId in state.undo)) state.undo[userId] = findFollowing(state, userId) ?? null;
      state.following[userId] = following;
      noteChange(state, userId);
    },
    /**
     * `following` is null if the request was refused. After several quick clicks, the last one determines the result.
     */
    followSettled(state, { payload }: PayloadAction<Settled>) {
      const { userId, last, followersCount } = payload;
      if (followersCount !== undefined) state.followersCount[userId] = followersCount;
      noteChange(state, userId);
      const before = state.undo[userId] ?? null;
      const now = payload.following ?? before;
      if (now !== null && before !== null && now !== before) moveFollowing(state.followings, userId, now);
      if (!last) {
        state.undo[userId] = now;
        return;
      }
      if (now === null) delete state.following[userId];
      else state.following[userId] = now;
      delete state.undo[userId];
      const received = state.deferred[userId];
      delete state.deferred[userId];
      if (received !== undefined) showServerState(state, userId, received);
    },
    /** An event from the server, after a change in this tab or another one. */
    followReceived(state, { payload }: PayloadAction<{ userId: string; following: boolean; followersCount: number }>) {
      const { userId, following, followersCount } = payload;
      state.followersCount[userId] = followersCount;
      if (userId in state.undo) state.deferred[userId] = following;
      else showServerState(state, userId, following);
    },
    /** A profile that was requested at `version` has a newer count than any follow before that. */
    followersLoaded(state, { payload: { userId, version } }: PayloadAction<{ userId: string; version: number }>) {
      if (!hasChangedSince(state, userId, version)) delete state.followersCount[userId];
    },
    followListRequested(state, { payload }: PayloadAction<FollowListName>) {
      state[payload].status = 'loading';
    },
    followListLoaded(state, { payload: { list, ids, cursor, total, fresh } }: PayloadAction<Page>) {
      const before = state[list];
      const merged = fresh ? mergeFirst(before, ids, cursor) : { ids: [...new Set([...before.ids, ...ids])], cursor };
      state[list] = { ...merged, total, status: 'ready', message: '' };
      if (list === 'followings' && cursor === null) state.complete = true;
    },
    followListFailed(state, { payload }: PayloadAction<{ list: FollowListName; message: string }>) {
      state[payload.list].status = 'failed';
      state[payload.list].message = payload.message;
    },
    /** Removes members whom the viewer no longer follows. */
    followingsTidied(state) {
      state.followings.ids = state.followings.ids.filter((id) => state.following[id] !== false);
    },
  },
  extraReducers: (builder) =>
    builder.addCase(memberHidden, (state, { payload: userId }) => {
      if (state.following[userId]) state.following[userId] = false;
      for (const list of [state.followers, state.followings]) {
        if (!list.ids.includes(userId)) continue;
        list.ids = list.ids.filter((id) => id !== userId);
        list.total -= 1;
      }
    }),
  selectors: {
    selectFollowing: findFollowing,
    selectFollowersCount: (state, id: string): number | undefined => state.followersCount[id],
    selectFollowList: (state, list: FollowListName): FollowList => state[list],
    selectFollowVersion: (state): number => state.version,
    selectFollowedMap: (state): Record<string, boolean> => state.following,
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    follow: ReturnType<typeof followSlice.getInitialState>;
  }
}

const injected = followSlice.injectInto(rootReducer);

export const {
  followsReceived,
  followWanted,
  followSettled,
  followReceived,
  followersLoaded,
  followListRequested,
  followListLoaded,
  followListFailed,
  followingsTidied,
} = followSlice.actions;
export const { selectFollowing, selectFollowersCount, selectFollowList, selectFollowVersion, selectFollowedMap } =
  injected.selectors;
