/** The viewer's muted items; null until they are loaded. */
import type { Mute, MuteKind } from '@afterhours/contract/mutes';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type RootState, rootReducer } from '#lib/store.ts';

type MutesState = { items: Mute[] | null };
const initialState: MutesState = { items: null };

const mutesSlice = createSlice({
  name: 'mutes',
  initialState,
  reducers: {
    mutesLoaded(state, { payload }: PayloadAction<Mute[]>) {
      state.items = payload;
    },
    mutePut(state, { payload }: PayloadAction<Mute>) {
      if (state.items) state.items = [payload, ...state.items.filter(({ _id }) => _id !== payload._id)];
    },
    muteRemoved(state, { payload }: PayloadAction<{ kind: MuteKind; value: string }>) {
      if (!state.items) return;
      state.items = state.items.filter(({ kind, value }) => kind !== payload.kind || value !== payload.value);
    },
  },
  selectors: {
    selectMutes: (state) => state.items,
    selectIsMuted: (state, kind: MuteKind, value: string): boolean =>
      state.items?.some((one) => one.kind === kind && one.value === value) ?? false,
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    mutes: ReturnType<typeof mutesSlice.getInitialState>;
  }
}

const injected = mutesSlice.injectInto(rootReducer);

export const { mutesLoaded, mutePut, muteRemoved } = mutesSlice.actions;
export const { selectMutes, selectIsMuted } = injected.selectors;
export const isMutesLoaded = (state: RootState): boolean => selectMutes(state) !== null;
