/** How many message requests are waiting, and which have changed; their lists are loaded where they are shown. */
import type { MessageRequest } from '@afterhours/contract/messages/message-requests';
import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';

type Change = Pick<ServerEventPayload<'messageRequest'>, 'uniquekey' | 'request'>;

type State = {
  waiting: number;
  changes: Record<string, Change['request']>;
  latest: Change | null;
  /** The loaded requests, by conversation. */
  loaded: Record<string, MessageRequest>;
};
const initialState: State = { waiting: 0, changes: {}, latest: null, loaded: {} };

const requestSlice = createSlice({
  name: 'messageRequests',
  initialState,
  reducers: {
    requestsCounted(state, { payload }: PayloadAction<number>) {
      state.waiting = payload;
    },
    requestsLoaded(state, { payload }: PayloadAction<MessageRequest[]>) {
      for (const request of payload) state.loaded[request._id] = request;
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
    selectRequest: (state, uniquekey: string | null): MessageRequest | undefined =>
      uniquekey === null ? undefined : state.loaded[uniquekey],
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    messageRequests: ReturnType<typeof requestSlice.getInitialState>;
  }
}

const injected = requestSlice.injectInto(rootReducer);

export const { requestsCounted, requestsLoaded, requestChanged } = requestSlice.actions;
export const { selectWaitingRequests, selectRequestChanges, selectLatestChange, selectRequest } = injected.selectors;
