/** Inviting, answering, withdrawing and disconnecting. Every button of the person shows the server's response. */
import type {
  answerInvitation,
  removeConnection,
  sendInvitation,
  withdrawInvitation,
} from '@afterhours/contract/people/connections';
import type { getMember } from '@afterhours/contract/profile/member-profile';
import {
  type Relationship,
  relationshipRequested,
  relationshipSettled,
  selectDeferredRelationship,
  selectRelationship,
  selectRelationshipBusy,
} from '#entities/people/connection-slice.ts';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { logFailure } from '#lib/log.ts';
import { showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import { showUndoToast } from '#ui/toasts/undo-toast.tsx';
import { reloadInvitations } from './invitations/invitation-commands.ts';
import { reloadConnections } from './lists/connection-list-commands.ts';

/** Without a `message` nothing was changed. `onUndo` reverts the change, which is offered for a moment. */
type Settled = { ok: true; message?: string; relationship: Relationship; onUndo?: () => void } | CallFailure;
type Outcome = Promise<CallFailure | undefined>;

const apart: Relationship = { status: 'none', requestId: null };

/** Reloads the lists of invitations and connections, if they were loaded, and the counts. */
export function reloadNetwork(): AppThunk {
  return (dispatch) => {
    dispatch(reloadInvitations());
    dispatch(reloadConnections());
    void dispatch(loadOwnUser());
  };
}

/** Runs one call at a time for each person; clicks during a call are ignored. */
function settle(userId: string, request: () => Promise<Settled>): AppThunk<Outcome> {
  return async (dispatch, getState) => {
    if (selectRelationshipBusy(getState(), userId)) return undefined;
    dispatch(relationshipRequested(userId));
    const was = selectRelationship(getState(), userId)?.status;
    const response = await request();
    // An event that has arrived in the meantime is newer than the response.
    const received = selectDeferredRelationship(getState(), userId);
    const loaded = response.ok ? response.relationship : null;
    const relationship = received && received !== loaded?.status ? { status: received, requestId: null } : loaded;
    dispatch(relationshipSettled({ userId, relationship, was }));
    dispatch(reloadNetwork());
    if (!response.ok) {
      logFailure('Invitations', response.message);
      return response;
    }
    if (response.message && response.onUndo) showUndoToast({ message: response.message, onUndo: response.onUndo });
    else if (response.message) showSuccess(response.message);
    return undefined;
  };
}

/**
 * Invites a member to connect, with an optional note; a member who has invited the viewer becomes a connection at once.
 */
export function invite(userId: string, note: string): AppThunk<Outcome> {
  return settle(userId, async () => {
    const body = { to_user_id: userId, note: note.trim() || null };
    const response = await call<typeof sendInvitation>('POST', '/connections/send-req', { body });
    if (!response.ok) return response;
    const { connectionStatus: status, invitation } = response.body;
    return { ok: true, message: response.message, relationship: { status, requestId: invitation?._id ?? null } };
  });
}

/** Accepts or ignores an invitation. */
export function answerInvitationOf(userId: string, status: 'accepted' | 'rejected'): AppThunk<Outcome> {
  return settle(userId, async () => {
    const body = { from_user_id: userId, status };
    const response = await call<typeof answerInvitation>('POST', '/connections/update-receive-req', { body });
    if (!response.ok) return response;
    return {
      ok: true,
      message: response.message,
      relationship: { status: response.body.connectionStatus, requestId: null },
    };
  });
}

/** Loads the id of an invitation that arrived without one, or the relationship that has replaced it. */
async function findRequest(userId: string): Promise<Settled & { requestId?: string | null }> {
  const response = await call<typeof getMember>('GET', '/users/:id', { params: { id: userId } });
  if (!response.ok) return response;
  const { connectionStatus: status, connectionRequestId: requestId } = response.body;
  return { ok: true, relationship: { status, requestId }, requestId };
}

/** Withdraws an invitation; Undo, which is offered for a moment, sends it again with its note. */
export function withdrawInvitationTo(userId: string, note: string | null = null): AppThunk<Outcome> {
  return (dispatch, getState) => {
    const known = selectRelationship(getState(), userId)?.requestId;
    const withdraw = settle(userId, async () => {
      const found = known ? null : await findRequest(userId);
      if (found && (!found.ok || found.relationship.status !== 'sent')) return found;
      const options = { params: { id: known ?? found?.requestId ?? '' } };
      const response = await call<typeof withdrawInvitation>('DELETE', '/connections/withdrawConnection/:id', options);
      if (!response.ok) return response;
      return {
        ok: true,
        message: response.message,
        relationship: apart,
        onUndo: () => void dispatch(invite(userId, note ?? '')),
      };
    });
    return dispatch(withdraw);
  };
}

/** Removes a connection. */
export function disconnect(userId: string): AppThunk<Outcome> {
  return settle(userId, async () => {
    const options = { params: { userId } };
    const response = await call<typeof removeConnection>('DELETE', '/connections/remove/:userId', options);
    if (!response.ok) return response;
    return {
      ok: true,
      message: response.message,
      relationship: { status: response.body.connectionStatus, requestId: null },
    };
  });
}
