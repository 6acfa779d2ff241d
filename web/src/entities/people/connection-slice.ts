/** The viewer's relationships with other members, stored once for every button on every screen. */
import type { ConnectionStatus } from '@afterhours/contract/people/connections';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';

/** `requestId` is the pending invitation's id. */
export type Relationship = { status: ConnectionStatus; requestId: string | null };

type ConnectionState = {
  relationships: Record<string, Relationship>;
  /** Requests whose response has not arrived yet. */
  busy: Record<string, true>;
  /** Events received while a response was pending. */
  deferred: Record<string, ConnectionStatus>;
};

type Settled = { userId: string; relationship: Relationship | null; was: ConnectionStatus | undefined };
type Received = { userId: string; status: ConnectionStatus; was: ConnectionStatus | undefined };

const initialState = (): ConnectionState => ({ relationships: {}, busy: {}, deferred: {} });

const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    /** The relationships in a response. Members with a pending request keep what is shown. */
    relationshipsReceived(state, { payload }: PayloadAction<Record<string, Relationship>>) {
      for (const [id, relationship] of Object.entries(payload))
        if (!(id in state.busy)) state.relationships[id] = relationship;
    },
    relationshipRequested(state, { payload }: PayloadAction<string>) {
      state.busy[payload] = true;
    },
    /** `relationship` is null if the request was refused; the shown one then stays. `was` is the previous status. */
    relationshipSettled(state, { payload: { userId, relationship } }: PayloadAction<Settled>) {
      delete state.busy[userId];
      delete state.deferred[userId];
      if (relationship) state.relationships[userId] = relationship;
    },
    /**
     * An event from the server: the other member did something, or the viewer did in another tab. It has no invitation
     * id.
     */
    relationshipReceived(state, { payload: { userId, status } }: PayloadAction<Received>) {
      if (state.relationships[userId]?.status !== status) state.relationships[userId] = { status, requestId: null };
    },
    relationshipDeferred(state, { payload: { userId, status } }: PayloadAction<Omit<Received, 'was'>>) {
      state.deferred[userId] = status;
    },
  },
  selectors: {
    /** Undefined until it is loaded. */
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
  relationshipSettled,
  relationshipReceived,
  relationshipDeferred,
} = connectionSlice.actions;
export const { selectRelationship, selectRelationshipBusy, selectDeferredRelationship } = injected.selectors;
