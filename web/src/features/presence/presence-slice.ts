/** Whether members are online, as received live. For other members, their loaded record applies. */
import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';

type Received = ServerEventPayload<'presence'>;
export type Presence = Pick<Received, 'login_time' | 'updatedAt'>;

/** `unknown`: the connection is away, so that nobody's presence is known. */
type PresenceState = { members: Record<string, Presence>; unknown: boolean };
const initialState = (): PresenceState => ({ members: {}, unknown: false });

/** The presence of a member who hides it, or of whom it is not known. */
const none: Presence = { login_time: null, updatedAt: null };

const presenceSlice = createSlice({
  name: 'presence',
  initialState,
  reducers: {
    presenceReceived(state, { payload }: PayloadAction<Received>) {
      const { user_id, login_time, updatedAt } = payload;
      state.members[user_id] = { login_time, updatedAt };
      state.unknown = false;
    },
    /** The connection was lost. Once it is back, the server sends the presence of all members who are shown. */
    presenceLost: (): PresenceState => ({ members: {}, unknown: true }),
  },
  selectors: {
    selectPresence: (state, userId: string): Presence | undefined => (state.unknown ? none : state.members[userId]),
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    presence: ReturnType<typeof presenceSlice.getInitialState>;
  }
}

const injected = presenceSlice.injectInto(rootReducer);

export const { presenceLost, presenceReceived } = presenceSlice.actions;
export const { selectPresence } = injected.selectors;
