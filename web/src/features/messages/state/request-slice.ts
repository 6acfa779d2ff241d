/** How many message requests wait, and which have changed; their lists are loaded where they are shown. */
import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';

type Change = Pick<ServerEventPayload<'messageRequest'>, 'uniquekey' | 'request'>;

type RequestState = { waiting: number; changes: Record<string, Change['request']>; latest: Change | null };
const initialState: RequestState = { waiting: 0, changes: {}, latest: null };

const requestSlice = createSlice({
  name: 'messageRequests',
  initialState,
  reducers: {
    requestsCounted(state, { payload }: PayloadAction<number>) {
      state.waiting = payload;
    },
    requestChanged(state, { payload: { uniquekey, request } }: PayloadAction<Change>) {
      state.changes[uniquekey] = request;
      state.latest = { uniquekey, request };
    },
  },
  selectors: {
    selectWaitingRequests: (state) => state.waiting,
    selectRequestChanges: (state) => state.changes,
    selectLatestChange: (state) => state.latest,
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    messageRequests: ReturnType<typeof requestSlice.getInitialState>;
  }
}

const injected = requestSlice.injectInto(rootReducer);

export const { requestsCounted, requestChanged } = requestSlice.actions;
export const { selectWaitingRequests, selectRequestChanges, selectLatestChange } = injected.selectors;
