/** Reading pending invitations. A failure is logged; the page offers to read again. */
import type { Invitation, listReceivedInvitations, listSentInvitations } from '@afterhours/contract/connections';
import { relationshipsReceived } from '#entities/people/connection-slice.ts';
import { peopleReceived } from '#entities/people/user-slice.ts';
import { call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import { logFailure } from '#lib/log.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk } from '#lib/store.ts';
import {
  type InvitationSide,
  invitationsAsked,
  invitationsFailed,
  invitationsRead,
  selectInvitations,
} from './invitation-slice.ts';

const PAGE_SIZE = '20';

type Query = { limit: string; cursor?: string | undefined };

const readers = {
  received: (query: Query) => call<typeof listReceivedInvitations>('GET', '/connections/get-invitaions', { query }),
  sent: (query: Query) => call<typeof listSentInvitations>('GET', '/connections/getSentReq', { query }),
};

/** The people of the invitations, and that something is pending with each. */
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
    const answer = await readers[side]({ limit: PAGE_SIZE, cursor });
    if (!answer.ok) {
      logFailure(`Invitations (${side})`, answer.message);
      dispatch(invitationsFailed(side));
      return;
    }
    dispatch(receiveInvitations(side, answer.body));
    const entries = answer.body.map(({ _id, user, note, createdAt }) => ({ _id, userId: user._id, note, createdAt }));
    dispatch(invitationsRead({ side, entries, cursor: answer.nextCursor, total: answer.total, fresh }));
  };
}

const waiting = new Set<InvitationSide>();

/** Reads the newest page again (`fresh`, after what is being read; asked for twice meanwhile it is read once), or the next one. */
export function loadInvitations(side: InvitationSide, fresh: boolean): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const { status, cursor } = selectInvitations(getState(), side);
      if (fresh ? waiting.has(side) : status === 'loading' || cursor === null) return;
      if (fresh) waiting.add(side);
      dispatch(invitationsAsked(side));
      await queueSerially(`invitations ${side}`, () => {
        if (fresh) waiting.delete(side);
        return dispatch(loadPage(side, fresh));
      });
    },
    () => invitationsFailed(side),
  );
}

/** Reads again both lists, as far as they were read: quietly, what is shown stays until it is known better. */
export function readInvitationsAgain(): AppThunk {
  return (dispatch, getState) => {
    for (const side of ['received', 'sent'] as const) {
      if (selectInvitations(getState(), side).status !== 'idle') void dispatch(loadInvitations(side, true));
    }
  };
}
