/** Signing in and out, and loading the signed-in member: commands that every page for members may need. */
import type { getProfile, login, logout, OwnUser } from '@afterhours/contract/account/account';
import type { RouteInput } from '@afterhours/contract/base/route';
import { peopleReceived } from '#entities/people/user-slice.ts';
import { type CallResult, call } from '#lib/api/client.ts';
import {
  clearSession,
  readToken,
  readUser,
  rememberSearch,
  writeSession,
  writeUser,
} from '#lib/browser/session-storage.ts';
import { forgetUnsent } from '#lib/forms/unsent-work.ts';
import { type AppThunk, type SessionEnd, type SignedIn, signedIn, signedOut } from '#lib/store.ts';
import { loginUpdated, searchRemembered, selectOwnUser, userReceived } from './auth-slice.ts';

/** Stores a session that the server has opened in this browser. */
export function startSession({ token, user }: SignedIn, goTo?: string): AppThunk {
  return (dispatch) => {
    writeSession(token, user);
    dispatch(signedIn({ token, user, ...(goTo ? { goTo } : {}) }));
  };
}

/** Signs in, or returns the challenge of the second step. */
export function signIn(
  credentials: RouteInput<typeof login>['body'],
  goTo?: string,
): AppThunk<Promise<CallResult<typeof login>>> {
  return async (dispatch) => {
    dispatch(loginUpdated({ status: 'loading' }));
    const response = await call<typeof login>('POST', '/login', { body: credentials, public: true });
    if (response.ok && 'token' in response.body) dispatch(startSession(response.body, goTo));
    else dispatch(loginUpdated(response.ok ? { status: 'idle' } : { status: 'failed', message: response.message }));
    return response;
  };
}

/** Removes the session from this browser at once, without a call to the server. */
export function endSession(by: SessionEnd): AppThunk {
  return (dispatch) => {
    clearSession();
    dispatch(signedOut(by));
  };
}

/** Ends the session because the member wants to leave: also removes their unsent work from this browser. */
export function leaveBrowser(member = readUser()): AppThunk {
  return (dispatch) => {
    dispatch(endSession('logout'));
    if (member) void forgetUnsent(member._id);
  };
}

/** Ends the session on the server and in this browser. */
export function signOut(): AppThunk {
  return (dispatch) => {
    // The call reads the token before the session is cleared; its response is ignored.
    void call<typeof logout>('POST', '/logout');
    dispatch(leaveBrowser());
  };
}

/**
 * Reloads the signed-in member, with the numbers of unread messages and notifications. A member who has signed out in
 * the meantime does not come back.
 */
export function loadOwnUser(): AppThunk<Promise<CallResult<typeof getProfile>>> {
  return async (dispatch) => {
    const token = readToken();
    const response = await call<typeof getProfile>('GET', '/getProfile');
    if (response.ok && readToken() === token) {
      writeUser(response.body);
      dispatch(userReceived(response.body));
    }
    return response;
  };
}

/** Applies the member's record as changed in this tab or another, wherever the member is shown. */
export function receiveOwnUser(received: OwnUser): AppThunk {
  return (dispatch, getState) => {
    const known = selectOwnUser(getState());
    // The tab has changed hands since the change.
    if (known?._id !== received._id) return;
    // The previous version of the server sends only some of the fields to other tabs.
    const user = { ...known, ...received };
    writeUser(user);
    dispatch(userReceived(user));
    dispatch(peopleReceived([user]));
  };
}

/** Adds a search term to the last five. */
export function keepSearch(term: string): AppThunk {
  return (dispatch) => {
    dispatch(searchRemembered(rememberSearch(term)));
  };
}
