/** Received and sent pending invitations: two lists, newest first, with their counts. */
import type { ConnectionStatus } from '@afterhours/contract/people/connections';
import type { PeopleInCommon } from '@afterhours/contract/people/people';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { relationshipReceived, relationshipSettled } from '#entities/people/connection-slice.ts';
import { memberHidden } from '#entities/people/user-slice.ts';
import { appendPage } from '#lib/lists/append-page.ts';
import { mergeFirstPage } from '#lib/lists/merge-first-page.ts';
import { rootReducer } from '#lib/store.ts';

export type InvitationSide = 'received' | 'sent';
/** `userId` is the other member, who is stored in the slice of all people. */
export type StoredInvitation = {
  _id: string;
  userId: string;
  note: string | null;
  createdAt: string;
  inCommon: PeopleInCommon | null;
};

type InvitationList = {
  entries: StoredInvitation[];
  cursor: string | null;
  /** The exact count from the server; null until it is loaded. */
  total: number | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
};

type Page = { side: InvitationSide; entries: StoredInvitation[]; cursor: string | null; total: number; fresh: boolean };

const emptyList = (): InvitationList => ({ entries: [], cursor: null, total: null, status: 'idle' });
const initialState = (): Record<InvitationSide, InvitationList> => ({ received: emptyList(), sent: emptyList() });

const olderThan = (entry: StoredInvitation, last: StoredInvitation): boolean => entry._id < last._id;

function remove(list: InvitationList, userId: string): void {
  const remaining = list.entries.filter((entry) => entry.userId !== userId);
  if (list.total !== null) list.total -= list.entries.length - remaining.length;
  list.entries = remaining;
}

/**
 * Removes an invitation that is no longer pending. New ones are loaded, because the event lacks the date and the note.
 */
function settle(state: ReturnType<typeof initialState>, userId: string, status: ConnectionStatus): void {
  if (status !== 'received') remove(state.received, userId);
  if (status !== 'sent') remove(state.sent, userId);
}

const invitationSlice = createSlice({
  name: 'invitation',
  initialState,
  reducers: {
    invitationsRequested(state, { payload }: PayloadAction<InvitationSide>) {
      state[payload].status = 'loading';
    },
    invitationsLoaded(state, { payload: { side, entries, cursor, total, fresh } }: PayloadAction<Page>) {
      const current = state[side];
      const further = appendPage(current.entries, entries, ({ _id }) => _id);
      const merged = fresh ? mergeFirstPage(current, { entries, cursor }, olderThan) : { entries: further, cursor };
      state[side] = { ...merged, total, status: 'ready' };
    },
    invitationsFailed(state, { payload }: PayloadAction<InvitationSide>) {
      state[payload].status = 'failed';
    },
    /** The server's count of received invitations. */
    receivedCounted(state, { payload }: PayloadAction<number>) {
      state.received.total = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(relationshipSettled, (state, { payload: { userId, relationship } }) => {
        if (relationship) settle(state, userId, relationship.status);
      })
      .addCase(relationshipReceived, (state, { payload: { userId, status } }) => settle(state, userId, status))
      .addCase(memberHidden, (state, { payload }) => settle(state, payload, 'none')),
  selectors: {
    selectInvitations: (state, side: InvitationSide): InvitationList => state[side],
    selectReceivedCount: (state): number => state.received.total ?? 0,
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    invitation: ReturnType<typeof invitationSlice.getInitialState>;
  }
}

const injected = invitationSlice.injectInto(rootReducer);

export const { invitationsRequested, invitationsLoaded, invitationsFailed, receivedCounted } = invitationSlice.actions;
export const { selectInvitations, selectReceivedCount } = injected.selectors;
