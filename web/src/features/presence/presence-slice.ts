/** Whether members are online, as received live. For other members, their loaded record applies. */
import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';

type Told = ServerEventPayload<'presence'>;
export type Presence = Pick<Told, 'login_time' | 'updatedAt'>;

type PresenceState = { members: Record<string, Presence> };
const initialState = (): PresenceState => ({ members: {} });

const presenceSlice = createSlice({
  name: 'presence',
  initialState,
  reducers: {
    presenceReceived(state, { payload }: PayloadAction<Told>) {
      const { user_id, login_time, updatedAt } = payload;
      state.members[user_id] = { login_time, updatedAt };
    },
  },
  selectors: { selectPresence: (state, userId: string): Presence | undefined => state.members[userId] },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    presence: ReturnType<typeof presenceSlice.getInitialState>;
  }
}

const injected = presenceSlice.injectInto(rootReducer);

export const { presenceReceived } = presenceSlice.actions;
export const { selectPresence } = injected.selectors;
