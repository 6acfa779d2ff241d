/** The waiting messages as this tab shows them, and the one that is being sent. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type RootState, rootReducer } from '#lib/store.ts';
import type { OutboxEntry } from './outbox-store.ts';

const outboxSlice = createSlice({
  name: 'outbox',
  initialState: {
    entries: [] as OutboxEntry[],
    /** The message being sent, and how much of it is sent, 0 to 1. */
    sending: null as { clientId: string; receiverId: string; share: number } | null,
  },
  reducers: {
    outboxLoaded(state, { payload }: PayloadAction<OutboxEntry[]>) {
      state.entries = payload;
    },
    outboxPut(state, { payload }: PayloadAction<OutboxEntry>) {
      const others = state.entries.filter((entry) => entry.client_id !== payload.client_id);
      state.entries = [...others, payload].sort((one, other) => (one.client_id < other.client_id ? -1 : 1));
    },
    outboxRemoved(state, { payload }: PayloadAction<string>) {
      state.entries = state.entries.filter((entry) => entry.client_id !== payload);
    },
    outboxSending(state, { payload }: PayloadAction<{ clientId: string; receiverId: string; share: number } | null>) {
      state.sending = payload;
    },
  },
  selectors: {
    selectOutboxEntries: (state) => state.entries,
    selectSending: (state) => state.sending,
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    outbox: ReturnType<typeof outboxSlice.getInitialState>;
  }
}

const injected = outboxSlice.injectInto(rootReducer);

export const { outboxLoaded, outboxPut, outboxRemoved, outboxSending } = outboxSlice.actions;
export const { selectOutboxEntries, selectSending } = injected.selectors;
/** The state of the slice, for commands; the initial state while the slice is not injected. */
export const selectOutboxState = (state: RootState) => injected.selectSlice(state);
