/** Loads pending invitations. A failure is logged, and the page offers a retry. */
import type { Invitation, listReceivedInvitations, listSentInvitations } from '@afterhours/contract/people/connections';
import { relationshipsReceived } from '#entities/people/connection-slice.ts';
import { peopleReceived } from '#entities/people/user-slice.ts';
import { call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import { logFailure } from '#lib/log.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk } from '#lib/store.ts';
import {
  type InvitationSide,
  invitationsFailed,
  invitationsLoaded,
  invitationsRequested,
  selectInvitations,
} from './invitation-slice.ts';

const PAGE_SIZE = '20';

type Query = { limit: string; cursor?: string | undefined };

const pageCalls = {
  received: (query: Query) => call<typeof listReceivedInvitations>('GET', '/connections/get-invitaions', { query }),
  sent: (query: Query) => call<typeof listSentInvitations>('GET', '/connections/getSentReq', { query }),
};

/** Stores the people who belong to the invitations, and their pending relationships. */
function receiveInvitations(side: InvitationSide, invitations: readonly Invitation[]): AppThunk {
  return (dispatch) => {
    dispatch(peopleReceived(invitations.map(({ user }) => user)));
    const relationships = invitations.map(({ _id, user }) => [user._id, { status: side, requestId: _id }] as const);
    dispatch(relationshipsReceived(Object.fromEntries(relationships)));
  };
}

function loadPage(side: InvitationSide, fresh: boolean): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const cursor = fresh ? undefined : (selectInvitations(getState(), side).cursor ?? undefined);
    const response = await pageCalls[side]({ limit: PAGE_SIZE, cursor });
    if (!response.ok) {
      logFailure(`Invitations (${side})`, response.message);
      dispatch(invitationsFailed(side));
      return;
    }
    dispatch(receiveInvitations(side, response.body));
    const entries = response.body.map(({ _id, user, note, createdAt, inCommon = null }) => ({
      _id,
      userId: user._id,
      note,
      createdAt,
      inCommon,
    }));
    dispatch(invitationsLoaded({ side, entries, cursor: response.nextCursor, total: response.total, fresh }));
  };
}

const waiting = new Set<InvitationSide>();

/** Loads the next page, or the first one (`fresh`) after calls in progress. Repeated requests load it once. */
export function loadInvitations(side: InvitationSide, fresh: boolean): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const { status, cursor } = selectInvitations(getState(), side);
      if (fresh ? waiting.has(side) : status === 'loading' || cursor === null) return;
      if (fresh) waiting.add(side);
      dispatch(invitationsRequested(side));
      await queueSerially(`invitations ${side}`, () => {
        if (fresh) waiting.delete(side);
        return dispatch(loadPage(side, fresh));
      });
    },
    () => invitationsFailed(side),
  );
}

/** Reloads both lists, if they were loaded; the current entries stay visible in the meantime. */
export function reloadInvitations(): AppThunk {
  return (dispatch, getState) => {
    for (const side of ['received', 'sent'] as const) {
      if (selectInvitations(getState(), side).status !== 'idle') void dispatch(loadInvitations(side, true));
    }
  };
}
