/**
 * The number of unread messages of all conversations; separate from the conversations, which are loaded only where
 * shown.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { userReceived } from '#features/account/auth-slice.ts';
import { rootReducer, signedIn } from '#lib/store.ts';

const unreadSlice = createSlice({
  name: 'messageCount',
  initialState: { unread: 0 },
  reducers: {
    unreadMessagesCounted(state, { payload }: PayloadAction<number>) {
      state.unread = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedIn, (state, { payload }) => {
        state.unread = payload.user.unreadMessages;
      })
      .addCase(userReceived, (state, { payload }) => {
        state.unread = payload.unreadMessages;
      }),
  selectors: { selectUnreadMessages: (state) => state.unread },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    messageCount: ReturnType<typeof unreadSlice.getInitialState>;
  }
}

const injected = unreadSlice.injectInto(rootReducer);

export const { unreadMessagesCounted } = unreadSlice.actions;
export const { selectUnreadMessages } = injected.selectors;
