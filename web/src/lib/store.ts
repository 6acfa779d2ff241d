/**
 * The store, assembled by the features themselves: each slice declares itself in `LazyLoadedSlices` and is injected
 * when its code is loaded, so that the first script contains no slice it does not need.
 */
import type { OwnUser } from '@afterhours/contract/account/account';
import { configureStore, createAction, type Reducer, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';

/**
 * Each slice augments this interface; it is empty only here.
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface LazyLoadedSlices {}

/** A slice exists only once its code is loaded. */
export type RootState = Partial<LazyLoadedSlices>;
type Injected = { reducerPath: string; reducer: Reducer };

const reducers: Record<string, Reducer> = {};

/**
 * The toolkit's `combineSlices` runs all reducers again for each slice that arrives, which noticeably slowed the start.
 */
function reduce(state: RootState = {}, action: UnknownAction): RootState {
  const before = state as Record<string, unknown>;
  const after = Object.entries(reducers).map(([name, reducer]) => [name, reducer(before[name], action)] as const);
  return after.every(([name, slice]) => slice === before[name]) ? state : Object.fromEntries(after);
}

export const rootReducer = Object.assign(reduce, {
  /** Adds a slice from the next action on; its selectors return its initial state until then. */
  inject({ reducerPath, reducer }: Injected): void {
    reducers[reducerPath] = reducer;
  },
});

/**
 * The reason why a session ended decides where the member is sent: after `logout` or `missing` to the landing page,
 * after `expired` to the login page.
 */
export type SessionEnd = 'logout' | 'missing' | 'expired';

/** `goTo`: where the member continues after signing in, if not at the page they came from. */
export type SignedIn = { token: string; user: OwnUser; goTo?: string };

/** Both actions clear the previous member's data from the store. */
export const signedIn = createAction<SignedIn>('auth/signedIn');
export const signedOut = createAction<SessionEnd>('auth/signedOut');

/** Returns a new, empty store; the slices load what the browser has stored themselves. */
export function createStore() {
  return configureStore({
    reducer: (state: RootState | undefined, action: UnknownAction) =>
      rootReducer(signedIn.match(action) || signedOut.match(action) ? undefined : state, action),
  });
}

export type AppStore = ReturnType<typeof createStore>;
export type AppDispatch = AppStore['dispatch'];
export type AppThunk<Result = void> = ThunkAction<Result, RootState, unknown, UnknownAction>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
