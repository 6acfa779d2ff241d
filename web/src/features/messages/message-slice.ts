/** Conversations and messages, and how many of them are unread. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { userReceived } from '#features/account/auth-slice.ts';
import { rootReducer, signedIn } from '#lib/store.ts';

const messageSlice = createSlice({
  name: 'message',
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
    message: ReturnType<typeof messageSlice.getInitialState>;
  }
}

const injected = messageSlice.injectInto(rootReducer);

export const { unreadMessagesCounted } = messageSlice.actions;
export const { selectUnreadMessages } = injected.selectors;
