/** Inviting, answering, withdrawing, parting. What the server answers is true for every button of that person. */
import type {
  answerInvitation,
  removeConnection,
  sendInvitation,
  withdrawInvitation,
} from '@afterhours/contract/connections';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { type CallFailure, call } from '#lib/client.ts';
import { logFailure } from '#lib/log.ts';
import { showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import { selectTie, selectTieBusy, type Tie, tieAnswered, tieAsked } from './connection-slice.ts';

type Settled = { ok: true; message: string; tie: Tie } | CallFailure;
type Outcome = Promise<CallFailure | undefined>;

const apart: Tie = { status: 'none', requestId: null };

/** One thing at a time for each person; a second press while the first is on its way is none. */
function settle(userId: string, ask: () => Promise<Settled>): AppThunk<Outcome> {
  return async (dispatch, getState) => {
    if (selectTieBusy(getState(), userId)) return undefined;
    dispatch(tieAsked(userId));
    const was = selectTie(getState(), userId)?.status;
    const answer = await ask();
    dispatch(tieAnswered({ userId, tie: answer.ok ? answer.tie : null, was }));
    if (!answer.ok) {
      logFailure('Invitations', answer.message);
      return answer;
    }
    showSuccess(answer.message);
    void dispatch(loadOwnUser());
    return undefined;
  };
}

/** Asks somebody to connect, with a note if there is one; who has asked me is connected at once. */
export function invite(userId: string, note: string): AppThunk<Outcome> {
  return settle(userId, async () => {
    const body = { to_user_id: userId, note: note.trim() || null };
    const answer = await call<typeof sendInvitation>('POST', '/connections/send-req', { body });
    if (!answer.ok) return answer;
    const { connectionStatus: status, invitation } = answer.body;
    return { ok: true, message: answer.message, tie: { status, requestId: invitation?._id ?? null } };
  });
}

/** Accepts or ignores what somebody has asked. */
export function answerInvitationOf(userId: string, status: 'accepted' | 'rejected'): AppThunk<Outcome> {
  return settle(userId, async () => {
    const body = { from_user_id: userId, status };
    const answer = await call<typeof answerInvitation>('POST', '/connections/update-receive-req', { body });
    if (!answer.ok) return answer;
    return { ok: true, message: answer.message, tie: { status: answer.body.connectionStatus, requestId: null } };
  });
}

/** Takes back what I have asked somebody. */
export function withdrawInvitationTo(userId: string): AppThunk<Outcome> {
  return async (dispatch, getState) => {
    const id = selectTie(getState(), userId)?.requestId;
    if (!id) return undefined;
    return await dispatch(
      settle(userId, async () => {
        const options = { params: { id } };
        const answer = await call<typeof withdrawInvitation>('DELETE', '/connections/withdrawConnection/:id', options);
        return answer.ok ? { ok: true, message: answer.message, tie: apart } : answer;
      }),
    );
  };
}

/** Ends a connection. */
export function disconnect(userId: string): AppThunk<Outcome> {
  return settle(userId, async () => {
    const options = { params: { userId } };
    const answer = await call<typeof removeConnection>('DELETE', '/connections/remove/:userId', options);
    return answer.ok ? { ok: true, message: answer.message, tie: apart } : answer;
  });
}
