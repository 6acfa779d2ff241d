/** Every person the interface has heard of, once; posts and comments hold ids of them. */

import type { Person } from '@afterhours/contract/people';
import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import { commentsReceived, postsReceived } from '#features/posts/entities.ts';
import { rootReducer } from '#lib/store.ts';

const users = createEntityAdapter<Person, string>({ selectId: (person) => person._id });

const userSlice = createSlice({
  name: 'user',
  initialState: { users: users.getInitialState() },
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(postsReceived, (state, { payload }) => void users.upsertMany(state.users, payload.users))
      .addCase(commentsReceived, (state, { payload }) => void users.upsertMany(state.users, payload.users)),
  selectors: {
    selectPerson: (state, id: string): Person | undefined => state.users.entities[id],
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    user: ReturnType<typeof userSlice.getInitialState>;
  }
}

const injected = userSlice.injectInto(rootReducer);

export const { selectPerson } = injected.selectors;
