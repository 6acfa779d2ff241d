/**
 * The store, put together by the features themselves: each slice declares itself below `LazyLoadedSlices` and is
 * injected when its code arrives, so that the first script holds no slice it does not need.
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

/** A slice is there once its code is. */
export type RootState = Partial<LazyLoadedSlices>;
type Injected = { reducerPath: string; reducer: Reducer };

const reducers: Record<string, Reducer> = {};

/** The toolkit's `combineSlices` runs all reducers anew for each slice that arrives; at the start that was felt. */
function reduce(state: RootState = {}, action: UnknownAction): RootState {
  const before = state as Record<string, unknown>;
  const after = Object.entries(reducers).map(([name, reducer]) => [name, reducer(before[name], action)] as const);
  return after.every(([name, slice]) => slice === before[name]) ? state : Object.fromEntries(after);
}

export const rootReducer = Object.assign(reduce, {
  /** Takes a slice up from the next action on; its selectors have its initial state until then. */
  inject({ reducerPath, reducer }: Injected): void {
    reducers[reducerPath] = reducer;
  },
});

/**
 * Why a session ended decides where the member goes: after `logout`, or without a token, to the landing page; after
 * `expired` to the login page.
 */
export type SessionEnd = 'logout' | 'missing' | 'expired';

/** `goTo`: where the member goes on from a page for guests, when not back to where they wanted. */
export type SignedIn = { token: string; user: OwnUser; goTo?: string };

/** Both leave nothing of the member before in the store. */
export const signedIn = createAction<SignedIn>('auth/signedIn');
export const signedOut = createAction<SessionEnd>('auth/signedOut');

/** A new, empty store; the slices themselves load what the browser keeps. */
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
