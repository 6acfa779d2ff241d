/** What stands between me and others: known once, for every button on every screen. */
import type { ConnectionStatus } from '@afterhours/contract/connections';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';

/** `requestId` is the invitation while one is pending. */
export type Tie = { status: ConnectionStatus; requestId: string | null };

type ConnectionState = {
  ties: Record<string, Tie>;
  /** Asked of the server and not yet answered. */
  busy: Record<string, true>;
  /** Told by the server while an answer was awaited. */
  held: Record<string, ConnectionStatus>;
};

type Answered = { userId: string; tie: Tie | null; was: ConnectionStatus | undefined };
type Heard = { userId: string; status: ConnectionStatus; was: ConnectionStatus | undefined };

const initialState = (): ConnectionState => ({ ties: {}, busy: {}, held: {} });

const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    /** What an answer says of people; whose button was pressed meanwhile stays as shown. */
    tiesKnown(state, { payload }: PayloadAction<Record<string, Tie>>) {
      for (const [id, tie] of Object.entries(payload)) if (!(id in state.busy)) state.ties[id] = tie;
    },
    tieAsked(state, { payload }: PayloadAction<string>) {
      state.busy[payload] = true;
    },
    /** `tie` null: refused, what was shown stays. `was` is how it stood before. */
    tieAnswered(state, { payload: { userId, tie } }: PayloadAction<Answered>) {
      delete state.busy[userId];
      delete state.held[userId];
      if (tie) state.ties[userId] = tie;
    },
    /** Told by the server: the other has done something, or I have in another window. The invitation's id is not told. */
    tieHeard(state, { payload: { userId, status } }: PayloadAction<Heard>) {
      if (state.ties[userId]?.status !== status) state.ties[userId] = { status, requestId: null };
    },
    tieHeld(state, { payload: { userId, status } }: PayloadAction<Omit<Heard, 'was'>>) {
      state.held[userId] = status;
    },
  },
  selectors: {
    /** Undefined while nothing that was read tells. */
    selectTie: (state, id: string): Tie | undefined => state.ties[id],
    selectTieBusy: (state, id: string): boolean => id in state.busy,
    selectTieHeld: (state, id: string): ConnectionStatus | undefined => state.held[id],
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    connection: ReturnType<typeof connectionSlice.getInitialState>;
  }
}

const injected = connectionSlice.injectInto(rootReducer);

export const { tiesKnown, tieAsked, tieAnswered, tieHeard, tieHeld } = connectionSlice.actions;
export const { selectTie, selectTieBusy, selectTieHeld } = injected.selectors;
