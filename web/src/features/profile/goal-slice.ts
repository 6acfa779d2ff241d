/** Goals, by member. */
import type { Goal } from '@afterhours/contract/profile/profile';
import { createSlice } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';
import { contentReceived, entryDeleted, entrySaved, withEntry } from './content.ts';

const none: Goal[] = [];
const initialState: { goals: Record<string, Goal[]> } = { goals: {} };

const goalSlice = createSlice({
  name: 'goal',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(contentReceived, (state, { payload }) => {
        state.goals[payload.userId] = payload.content.goals;
      })
      .addCase(entrySaved, (state, { payload }) => {
        if (payload.kind !== 'goals') return;
        state.goals[payload.userId] = withEntry(state.goals[payload.userId] ?? none, payload.entry);
      })
      .addCase(entryDeleted, (state, { payload: { userId, kind, id } }) => {
        if (kind === 'goals') state.goals[userId] = state.goals[userId]?.filter(({ _id }) => _id !== id) ?? none;
      }),
  selectors: { selectGoals: (state, userId: string): Goal[] => state.goals[userId] ?? none },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    goal: ReturnType<typeof goalSlice.getInitialState>;
  }
}

const injected = goalSlice.injectInto(rootReducer);

export const { selectGoals } = injected.selectors;
