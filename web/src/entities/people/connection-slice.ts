/** The viewer's relationships to other members, kept once for every button on every screen. */
import type { ConnectionStatus } from '@afterhours/contract/connections';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';

/** `requestId` is the invitation while one is pending. */
export type Relationship = { status: ConnectionStatus; requestId: string | null };

type ConnectionState = {
  relationships: Record<string, Relationship>;
  /** Requested from the server and not yet answered. */
  busy: Record<string, true>;
  /** Received from the server while an answer was awaited. */
  deferred: Record<string, ConnectionStatus>;
};

type Answered = { userId: string; relationship: Relationship | null; was: ConnectionStatus | undefined };
type Heard = { userId: string; status: ConnectionStatus; was: ConnectionStatus | undefined };

const initialState = (): ConnectionState => ({ relationships: {}, busy: {}, deferred: {} });

const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    /** The relationships in an answer. Members whose button was pressed meanwhile stay as shown. */
    relationshipsReceived(state, { payload }: PayloadAction<Record<string, Relationship>>) {
      for (const [id, relationship] of Object.entries(payload))
        if (!(id in state.busy)) state.relationships[id] = relationship;
    },
    relationshipRequested(state, { payload }: PayloadAction<string>) {
      state.busy[payload] = true;
    },
    /** `relationship` null: refused, what was shown stays. `was` is how it stood before. */
    relationshipAnswered(state, { payload: { userId, relationship } }: PayloadAction<Answered>) {
      delete state.busy[userId];
      delete state.deferred[userId];
      if (relationship) state.relationships[userId] = relationship;
    },
    /**
     * An event of the server: the other member did something, or the viewer did in another tab. It has no invitation
     * id.
     */
    relationshipReceived(state, { payload: { userId, status } }: PayloadAction<Heard>) {
      if (state.relationships[userId]?.status !== status) state.relationships[userId] = { status, requestId: null };
    },
    relationshipDeferred(state, { payload: { userId, status } }: PayloadAction<Omit<Heard, 'was'>>) {
      state.deferred[userId] = status;
    },
  },
  selectors: {
    /** Undefined while it is not loaded. */
    selectRelationship: (state, id: string): Relationship | undefined => state.relationships[id],
    selectRelationshipBusy: (state, id: string): boolean => id in state.busy,
    selectDeferredRelationship: (state, id: string): ConnectionStatus | undefined => state.deferred[id],
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    connection: ReturnType<typeof connectionSlice.getInitialState>;
  }
}

const injected = connectionSlice.injectInto(rootReducer);

export const {
  relationshipsReceived,
  relationshipRequested,
  relationshipAnswered,
  relationshipReceived,
  relationshipDeferred,
} = connectionSlice.actions;
export const { selectRelationship, selectRelationshipBusy, selectDeferredRelationship } = injected.selectors;
